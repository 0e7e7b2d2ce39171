import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../base/make-folder.ts'

/** Encrypts short secrets of merchants at rest. */
export interface Secrets {
  /** Encrypts the text for this owner's id. */
  encrypt(text: string, ownerId: string): Buffer
  /** Decrypts the text. Throws if it was changed, belongs to another owner, or its key is not configured. */
  decrypt(sealed: Buffer, ownerId: string): string
  /** Returns whether the current key, and not an earlier one, has encrypted it. */
  isCurrent(sealed: Buffer): boolean
  /**
   * Returns keyed hashes of the text, 32 hex digits, of the current key and of each earlier one: nobody can turn them
   * back without a key.
   */
  hashesOf(text: string): readonly [current: string, ...earlier: string[]]
}

const formatVersion = 1
const keyIdBytes = 4
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + keyIdBytes + nonceBytes

/**
 * Opens the secrets with keys of 64 hex digits. The current key encrypts; earlier keys only decrypt, until their
 * values are encrypted again. Layout: version, key id, nonce, AES-256-GCM tag, ciphertext.
 */
export function openSecrets(currentKey: string, earlierKeys: readonly string[] = []): Secrets {
  const keys = [currentKey, ...earlierKeys].map((hex) => Buffer.from(hex, 'hex'))
  const current = keys[0]
  if (current === undefined || !keys.every((key) => key.length === 32))
    throw new Error('a secrets key has 64 hex digits')
  const byId = new Map(keys.map((key) => [keyId(key).toString('hex'), key]))
  const currentId = keyId(current)
  const hashKeys = keys.map(hashKeyOf)
  return {
    encrypt(text, ownerId) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', current, nonce).setAAD(Buffer.from(ownerId))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(formatVersion), currentId, nonce, cipher.getAuthTag(), sealed])
    },
    decrypt(sealed, ownerId) {
      if (sealed[0] !== formatVersion || sealed.length < headBytes + tagBytes)
        throw new Error('not an encrypted secret')
      const key = byId.get(sealed.subarray(1, 1 + keyIdBytes).toString('hex'))
      if (key === undefined) throw new Error('the key of this secret is not at hand')
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1 + keyIdBytes, headBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(ownerId)).setAuthTag(sealed.subarray(headBytes, headBytes + tagBytes))
      return Buffer.concat([decipher.update(sealed.subarray(headBytes + tagBytes)), decipher.final()]).toString('utf8')
    },
    isCurrent: (sealed) => sealed.subarray(1, 1 + keyIdBytes).equals(currentId),
    hashesOf: (text) => {
      const [hash = '', ...earlier] = hashKeys.map((key) => keyedHash(key, text))
      return [hash, ...earlier]
    },
  }
}

// The key of the hash is not the one that encrypts.
function hashKeyOf(key: Buffer): KeyObject {
  return createSecretKey(createHmac('sha256', key).update('qist keyed hash').digest())
}

function keyedHash(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex').slice(0, 32)
}

function keyId(key: Buffer): Buffer {
  return createHash('sha256').update('qist secrets key').update(key).digest().subarray(0, keyIdBytes)
}

/** Sandbox: returns a key of the data folder, which only its owner can read. The first call makes it. */
export function readOrMakeKey(dataDir: string, name: 'secrets.key' | 'signing.key'): string {
  const path = join(dataDir, name)
  makeFolder(dataDir)
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  try {
    // A link appears complete and once: of several processes that start together one makes the key, and all read it.
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const key = readFileSync(path, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/i.test(key)) throw new Error(`${path} does not hold 64 hex digits`)
  return key
}
