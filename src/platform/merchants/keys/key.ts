import { hash, randomUUID } from 'node:crypto'

export type KeyKind = 'secret' | 'public'

/** No name of a key is longer, in characters. */
export const maxKeyName = 60

const keyForm = /^(sk|pk)_(test_)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text has the form of a key: `sk_test_<uuid>`, `sk_<uuid>`, `pk_test_<uuid>` or `pk_<uuid>`. */
export function isKey(text: string): boolean {
  return keyForm.test(text)
}

/** A new key. It is shown once; only its hash and last four characters are kept. */
export function newKey(kind: KeyKind, isTest: boolean): string {
  return `${kind === 'secret' ? 'sk' : 'pk'}_${isTest ? 'test_' : ''}${randomUUID()}`
}

/** What a key is stored and looked up by. A key has 122 random bits, so one round of SHA-256 keeps it secret. */
export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/** The key of an Authorization header, or undefined when there is none in the form `Bearer <key>`. */
export function readBearer(header: string | undefined): string | undefined {
  const key = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1]
  return key !== undefined && isKey(key) ? key : undefined
}
