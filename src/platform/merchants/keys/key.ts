import { hash, randomUUID } from 'node:crypto'

export type KeyKind = 'secret' | 'public'

/** The longest name of a key, in characters. */
export const maxKeyName = 60

const keyForm = /^(sk|pk)_(test_)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text has the form of a key: `sk_test_<uuid>`, `sk_<uuid>`, `pk_test_<uuid>` or `pk_<uuid>`. */
export function isKey(text: string): boolean {
  return keyForm.test(text)
}

/** Returns a new key. It is shown once: only its hash and last four characters are stored. */
export function newKey(kind: KeyKind, isTest: boolean): string {
  return `${kind === 'secret' ? 'sk' : 'pk'}_${isTest ? 'test_' : ''}${randomUUID()}`
}

/**
 * Returns the hash by which a key is stored and found. A key has 122 random bits, so one round of SHA-256 is enough.
 */
export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/** Returns the key of an Authorization header in the form `Bearer <key>`, else undefined. */
export function readBearer(header: string | undefined): string | undefined {
  const key = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1]
  return key !== undefined && isKey(key) ? key : undefined
}

/** The permissions of a secret key (docs/contract/keys-and-regions.md#permissions). */
export const permissions = ['read', 'checkout', 'capture', 'refund', 'disputes', 'webhooks', 'settlements'] as const

export type KeyPermission = (typeof permissions)[number]

/** Returns the permissions in the contract's order, each once. Undefined for an empty list or an unknown name. */
export function readPermissions(names: readonly string[]): readonly KeyPermission[] | undefined {
  const isKnown = names.every((name) => (permissions as readonly string[]).includes(name))
  return isKnown && names.length > 0 ? permissions.filter((permission) => names.includes(permission)) : undefined
}

/**
 * Returns the permissions of a stored key: null means all of them. An unknown name, of a later version, grants
 * nothing.
 */
export function permissionsOf(stored: readonly string[] | null): readonly KeyPermission[] {
  return permissions.filter((permission) => stored === null || stored.includes(permission))
}
