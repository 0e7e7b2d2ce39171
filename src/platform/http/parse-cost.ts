import { randomInt } from 'node:crypto'

// What this service reads is eight levels deep and has a hundred names, beside at most a thousand of a merchant's own. What it
// ignores costs time as well: the parser takes longer over hundreds of thousands of levels, or over objects with thousands of
// different names, than over anything else of the size.
const deepest = 100
const maxNames = 4_000
/** Bodies of this size are never dear. */
const cheapBytes = 65_536

const [quote, backslash, colon, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('"\\:[]{}')

// Names are told apart by a hash that nobody can aim at: where two are taken for one, one less is counted.
const start = randomInt(2 ** 32) | 0
const factor = 0x5bd1e995
const slots = 2 ** 18

/**
 * Whether JSON text is nested deeper than 100 levels, or has more than about 4,000 different names, so that parsing it would
 * keep everybody else waiting. Texts up to 64 KiB are not looked at.
 */
export function isDearToParse(json: Buffer): boolean {
  if (json.length <= cheapBytes) return false
  const seen = new Uint8Array(slots)
  let names = 0
  let depth = 0
  let hash = 0
  let isInText = false
  for (let at = 0; at < json.length && depth <= deepest && names <= maxNames; at += 1) {
    const byte = json[at] as number
    if (isInText) {
      if (byte === quote) isInText = false
      else hash = Math.imul(hash ^ byte, factor)
      if (byte === backslash) at += 1
    } else if (byte === quote) {
      isInText = true
      hash = start
    } else if (byte === colon) {
      const slot = scatter(hash) % slots
      names += 1 - (seen[slot] as number)
      seen[slot] = 1
    } else if (byte === openBracket || byte === openBrace) depth += 1
    else if (byte === closeBracket || byte === closeBrace) depth -= 1
  }
  return depth > deepest || names > maxNames
}

// Hashes that differ a little are spread over all slots: the finalizer of MurmurHash3.
function scatter(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
