import type { GatewayOptions } from '../adapters/messenger.ts'
import type { Environment } from './environment.ts'
import { type GatewayKind, gatewayVariables, readGateway } from './gateway-settings.ts'

export interface MessageSettings {
  /** The gateway for text messages; undefined when none is named. */
  readonly messages: GatewayOptions | undefined
}

const kind: GatewayKind = {
  name: 'MESSAGE',
  usualTemplate: '{"to":"{to}","text":"{text}"}',
  example: { to: '+971500000001', text: 'code' },
}

export const messageVariables = gatewayVariables(kind, {
  without: 'sandbox: an outbox page',
  what: 'where text messages to customers are posted',
  filledIn: '`{to}` and `{text}`',
})

export function readMessages(env: Environment): MessageSettings {
  return { messages: readGateway(env, kind) }
}
