import { fillTemplate, type GatewayOptions } from '../adapters/messenger.ts'
import type { Environment, Variable } from './environment.ts'

export interface MessageSettings {
  /** The gateway for text messages; undefined when none is named. */
  readonly messages: GatewayOptions | undefined
}

export const messageVariables: readonly Variable[] = [
  {
    name: 'MESSAGE_URL',
    fallback: 'sandbox: an outbox page',
    meaning: 'where text messages to customers are posted: the address of an HTTP gateway',
  },
  {
    name: 'MESSAGE_TEMPLATE',
    fallback: '`{"to":"{to}","text":"{text}"}`',
    meaning: 'the JSON that is posted there, with `{to}` and `{text}` filled in',
  },
  { name: 'MESSAGE_AUTHORIZATION', fallback: '–', meaning: 'the Authorization header that goes with it' },
]

export function readMessages(env: Environment): MessageSettings {
  const url = env.url('MESSAGE_URL', ['http:', 'https:'])
  const template = env.value('MESSAGE_TEMPLATE') ?? '{"to":"{to}","text":"{text}"}'
  if (!isMessageTemplate(template)) env.complain('MESSAGE_TEMPLATE', 'JSON with {to} and {text} in it')
  const authorization = env.value('MESSAGE_AUTHORIZATION')
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
  return { messages: url === undefined ? undefined : { url, template, headers } }
}

function isMessageTemplate(template: string): boolean {
  try {
    JSON.parse(fillTemplate(template, { to: '+971500000001', text: 'code' }))
    return template.includes('{to}') && template.includes('{text}')
  } catch {
    return false
  }
}
