import { passkeyRules } from './passkey.ts'

/** The largest answer of a browser, in characters. */
const answerLength = 16_384

/** What a browser's script puts into the form: a credential as JSON (WebAuthn, `toJSON`). */
export interface PasskeyAnswer {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: Readonly<Record<string, unknown>> & { readonly clientDataJSON: string }
  readonly clientExtensionResults: Record<string, never>
}

/**
 * Returns the answer in a form's field, and the challenge that it names. Returns undefined for any other text. Nothing
 * of it is verified yet.
 */
export function readAnswer(text: string): { answer: PasskeyAnswer; challenge: string } | undefined {
  if (text.length > answerLength) return undefined
  const sent = parseObject(text)
  const response = objectOf(sent?.['response'])
  const [id, client] = [sent?.['id'], response?.['clientDataJSON']]
  if (typeof id !== 'string' || response === undefined || typeof client !== 'string') return undefined
  if (Buffer.from(id, 'base64url').length > passkeyRules.idBytes) return undefined
  const challenge = parseObject(Buffer.from(client, 'base64url').toString())?.['challenge']
  if (typeof challenge !== 'string') return undefined
  // Extensions are not asked for, so their results are not read.
  const known = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
  return { answer: { ...known, response: { ...response, clientDataJSON: client } }, challenge }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined
}
