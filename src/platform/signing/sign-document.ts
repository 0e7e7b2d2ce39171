import type { App } from '../app/app.ts'
import { useSigningKey } from './signing-keys.ts'
import { canonicalJson } from './verify-document.js'

/** The content of a document: JSON, without members that are undefined. */
export interface DocumentContent {
  readonly format: 'qist-evidence/1' | 'qist-statement/1' | 'qist-letter/1'
  readonly [member: string]: unknown
}

/**
 * Returns a document with the service's signature, in its canonical form: the signature covers the canonical form
 * without `signature` (docs/contract/terms.md#evidence).
 */
export async function signDocument(app: App, content: DocumentContent): Promise<string> {
  const key = await useSigningKey(app)
  // What JSON leaves out is not signed.
  const signed = JSON.parse(JSON.stringify(content))
  const value = key.sign(canonicalJson(signed))
  return canonicalJson({ ...signed, signature: { key_id: key.kid, algorithm: 'ed25519', value } })
}
