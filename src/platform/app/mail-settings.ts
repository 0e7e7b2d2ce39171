import type { GatewayOptions } from '../adapters/messenger.ts'
import type { Environment } from './environment.ts'
import { type GatewayKind, gatewayVariables, readGateway } from './gateway-settings.ts'

export interface MailSettings {
  /** The gateway for e-mail to people who work at the dashboard or in support; undefined when none is named. */
  readonly mail: GatewayOptions | undefined
}

const kind: GatewayKind = {
  name: 'MAIL',
  usualTemplate: '{"to":"{to}","subject":"{subject}","text":"{text}"}',
  example: { to: 'sara@shop.example', subject: 'Hello', text: 'Come' },
}

export const mailVariables = gatewayVariables(kind, {
  without: 'sandbox: an outbox page; production: links are shown once',
  what: 'where e-mail to people who work at the dashboard or in support is posted',
  filledIn: '`{to}`, `{subject}` and `{text}`',
})

export function readMail(env: Environment): MailSettings {
  return { mail: readGateway(env, kind) }
}
