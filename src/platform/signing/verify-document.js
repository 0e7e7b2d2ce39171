/**
 * Checks signed documents (docs/contract/terms.md#evidence). It has no import, so that the command and the page
 * /verify.html run the same file.
 */

const formats = ['qist-evidence/1', 'qist-statement/1', 'qist-letter/1']

/**
 * Returns the canonical form of a JSON value (RFC 8785): members by name, no white space.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

class NotValid extends Error {}

/**
 * @param {unknown} isSo
 * @param {string} why
 * @returns {asserts isSo}
 */
function require(isSo, why) {
  if (!isSo) throw new NotValid(why)
}

/**
 * @param {Uint8Array} bytes
 * @param {string} what
 * @returns {string}
 */
function textOf(bytes, what) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new NotValid(`${what} is not UTF-8 text`)
  }
}

/**
 * @param {string} text
 * @param {string} what
 * @returns {any}
 */
function jsonOf(text, what) {
  try {
    return JSON.parse(text)
  } catch {
    throw new NotValid(`${what} is not JSON`)
  }
}

/**
 * Returns the bytes of base64; undefined for any other spelling of them.
 *
 * @param {unknown} text
 * @param {boolean} isForUrls
 * @returns {Uint8Array<ArrayBuffer> | undefined}
 */
function bytesOf(text, isForUrls) {
  if (typeof text !== 'string') return undefined
  const plain = isForUrls ? text.replaceAll('-', '+').replaceAll('_', '/') : text
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) return undefined
  try {
    const read = atob(plain)
    const again = isForUrls ? btoa(read).replaceAll('=', '') : btoa(read)
    return again === plain ? Uint8Array.from(read, (character) => character.charCodeAt(0)) : undefined
  } catch {
    return undefined
  }
}

/**
 * @param {Uint8Array} keysFile
 * @returns {any[]}
 */
export function readKeys(keysFile) {
  const { keys } = Object(jsonOf(textOf(keysFile, 'the file of keys'), 'the file of keys'))
  require(Array.isArray(keys), 'the file of keys has no list `keys`')
  return keys
}

/**
 * @param {any} document
 * @param {readonly any[]} keys
 */
async function requireSignature({ signature, ...signed }, keys) {
  const names = Object.keys(Object(signature)).sort().join()
  require(names === 'algorithm,key_id,value', 'the document has no signature of this form')
  require(signature.algorithm === 'ed25519', 'the signature is not of the algorithm ed25519')
  const key = keys.find((candidate) => Object(candidate).kid === signature.key_id)
  require(key !== undefined, 'the key of the signature is not in the file of keys')
  const value = bytesOf(signature.value, false)
  require(value?.length === 64, 'the signature is not the base64 of 64 bytes')
  const point = bytesOf(key.x, true)
  require(point?.length === 32 && key.crv === 'Ed25519', 'the key in the file of keys is no Ed25519 key')
  const { subtle } = globalThis.crypto
  const opened = await subtle.importKey('raw', point, { name: 'Ed25519' }, false, ['verify'])
  const isSigned = await subtle.verify(
    { name: 'Ed25519' },
    opened,
    value,
    new TextEncoder().encode(canonicalJson(signed)),
  )
  require(isSigned, 'the signature does not belong to this content and this key')
  require(!(signed.issued_at < key.from), 'the document is older than its key')
}

/**
 * What the signed content says of itself. Only the issuer can have made it wrong. A way to the head may have gaps.
 *
 * @param {any} document
 */
async function requireOneContent({ terms, ledger, left_out }) {
  if (typeof terms?.text === 'string') {
    const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(terms.text))
    const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    require(hash === terms.hash, 'the hash of the agreed text is not that of the text')
  }
  const seals = ledger?.seals ?? []
  let leftOut = 0
  for (const [index, seal] of seals.entries()) {
    const before = seals[index - 1]
    const between = before === undefined ? 0 : seal.number - before.number - 1
    const isNext = before === undefined || between > 0 || (between === 0 && seal.previous_hash === before.hash)
    require(isNext, `seal ${seal.number} of the ledger does not follow the seal before it`)
    leftOut += between
  }
  require(leftOut === (left_out?.seals ?? 0), 'the ledger does not count the seals that it leaves out')
  require((seals.at(-1)?.hash ?? null) ===
    (ledger?.head?.hash ?? null), 'the seals of the ledger do not lead to its head')
}

/**
 * Checks a document with the keys of its issuer. Returns whether it is valid, and why not.
 *
 * @param {Uint8Array} file
 * @param {readonly any[]} keys
 * @returns {Promise<{ valid: boolean, why: string | null }>}
 */
export async function verifyDocument(file, keys) {
  try {
    const text = textOf(file, 'the document')
    const document = jsonOf(text, 'the document')
    require(canonicalJson(document) === text, 'the document is not in its canonical form: a byte was changed')
    require(formats.includes(Object(document).format), 'the document is of no known format')
    await requireSignature(document, keys)
    await requireOneContent(document)
    return { valid: true, why: null }
  } catch (error) {
    if (error instanceof NotValid) return { valid: false, why: error.message }
    // Such as nesting that is too deep, or a browser without Ed25519.
    return { valid: false, why: `it cannot be checked: ${error instanceof Error ? error.message : error}` }
  }
}
