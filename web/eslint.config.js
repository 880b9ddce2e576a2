import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["node_modules", "src/wire/schema.d.ts"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
    // svelte-check knows the browser's names and the types.
    rules: { "no-undef": "off" },
  },
  // The board and the pieces are drawn by us and come from the same server as this page.
  { files: ["src/table/Board.svelte", "src/learn/RulebookPage.svelte"], rules: { "svelte/no-at-html-tags": "off" } },
);
