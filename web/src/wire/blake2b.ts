/** BLAKE2b (RFC 7693) with a digest of 256 bits and a personalisation: browsers bring no hash that works without https. */

const MASK = (1n << 64n) - 1n;
const IV = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n, 0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];
const SIGMA = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
  "0123456789abcdef",
  "ea489fd61c02b753",
].map((row) => Array.from(row, (digit) => parseInt(digit, 16)));
/** The columns and diagonals of the working vector that one round mixes. */
const MIXED = ["048c", "159d", "26ae", "37bf", "05af", "16bc", "278d", "349e"].map((four) => Array.from(four, (digit) => parseInt(digit, 16)));
const BLOCK = 128;
const DIGEST = 32;

const turn = (value: bigint, by: bigint): bigint => ((value >> by) | (value << (64n - by))) & MASK;
const at = <T>(list: T[], index: number): T => list[index] as T;

function words(bytes: Uint8Array): bigint[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.byteLength / 8 }, (_, word) => view.getBigUint64(8 * word, true));
}

function compress(h: bigint[], block: Uint8Array, counted: number, last: boolean): bigint[] {
  const m = words(block);
  const v = [...h, ...IV];
  v[12] = at(v, 12) ^ BigInt(counted);
  if (last) v[14] = at(v, 14) ^ MASK;
  for (const sigma of SIGMA) {
    MIXED.forEach(([a = 0, b = 0, c = 0, d = 0], step) => {
      v[a] = (at(v, a) + at(v, b) + at(m, at(sigma, 2 * step))) & MASK;
      v[d] = turn(at(v, d) ^ at(v, a), 32n);
      v[c] = (at(v, c) + at(v, d)) & MASK;
      v[b] = turn(at(v, b) ^ at(v, c), 24n);
      v[a] = (at(v, a) + at(v, b) + at(m, at(sigma, 2 * step + 1))) & MASK;
      v[d] = turn(at(v, d) ^ at(v, a), 16n);
      v[c] = (at(v, c) + at(v, d)) & MASK;
      v[b] = turn(at(v, b) ^ at(v, c), 63n);
    });
  }
  return h.map((word, index) => word ^ at(v, index) ^ at(v, index + 8));
}

/** The hash of a text in lower-case hexadecimal; `person` has at most 16 letters. */
export function blake2b(text: string, person: string): string {
  const parameters = new Uint8Array(64);
  parameters.set([DIGEST, 0, 1, 1]);
  parameters.set(new TextEncoder().encode(person), 48);
  const data = new TextEncoder().encode(text);
  let h = words(parameters).map((word, index) => word ^ at(IV, index));
  const blocks = Math.max(1, Math.ceil(data.length / BLOCK));
  for (let number = 1; number <= blocks; number++) {
    const block = new Uint8Array(BLOCK);
    block.set(data.subarray((number - 1) * BLOCK, number * BLOCK));
    h = compress(h, block, Math.min(number * BLOCK, data.length), number === blocks);
  }
  const digest = new DataView(new ArrayBuffer(64));
  h.forEach((word, index) => digest.setBigUint64(8 * index, word, true));
  return Array.from(new Uint8Array(digest.buffer, 0, DIGEST), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
