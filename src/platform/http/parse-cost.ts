import { randomInt } from 'node:crypto'

// The bodies of this service have eight levels and a hundred names, and at most a thousand names of the merchant's
// own. Ignored members cost time, too: the parser is slowest with hundreds of thousands of levels, or with objects
// of thousands of different names.
const deepest = 100
const maxNames = 4_000
/** Bodies up to this size are never expensive. */
const cheapBytes = 65_536

const [quote, backslash, colon, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('"\\:[]{}')

// Names are compared by a hash with a random start, so that no client can plan collisions. A collision counts one
// name less.
const start = randomInt(2 ** 32) | 0
const factor = 0x5bd1e995
const slots = 2 ** 18

/**
 * Returns whether JSON text has more than 100 levels or more than about 4,000 different names. Parsing it would
 * block all other requests. Texts up to 64 KiB are not examined.
 */
export function isDearToParse(json: Buffer): boolean {
  if (json.length <= cheapBytes) return false
  const usedSlots = new Uint8Array(slots)
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
      names += 1 - (usedSlots[slot] as number)
      usedSlots[slot] = 1
    } else if (byte === openBracket || byte === openBrace) depth += 1
    else if (byte === closeBracket || byte === closeBrace) depth -= 1
  }
  return depth > deepest || names > maxNames
}

// Spreads similar hashes over all slots: the finalizer of MurmurHash3.
function scatter(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
