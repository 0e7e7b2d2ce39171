import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'

/** The key that signs documents and notifications: Ed25519. */
export interface SigningKey {
  /** The thumbprint of the public key (RFC 7638). */
  readonly kid: string
  /** The public key, base64url of 32 bytes. */
  readonly x: string
  /** Returns the signature, standard base64 with padding of 64 bytes. */
  sign(text: string): string
}

/** The bytes before the seed in the PKCS #8 form of an Ed25519 key (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Opens the key of a seed of 64 hex digits. */
export function openSigningKey(seed: string): SigningKey {
  const bytes = Buffer.from(seed, 'hex')
  if (bytes.length !== 32) throw new Error('a signing key has 64 hex digits')
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Head, bytes]), format: 'der', type: 'pkcs8' })
  const x = publicPartOf(key)
  return {
    kid: createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url'),
    x,
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  }
}

function publicPartOf(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  if (x === undefined) throw new Error('an Ed25519 key has no public part')
  return x
}
