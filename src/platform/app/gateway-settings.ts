import { fillTemplate, type GatewayOptions } from '../adapters/messenger.ts'
import type { Environment, Variable } from './environment.ts'

/** A gateway for messages: the prefix of its variables, and its template. */
export interface GatewayKind {
  readonly name: 'MAIL' | 'MESSAGE'
  readonly usualTemplate: string
  /** Example values for the template. */
  readonly example: Parameters<typeof fillTemplate>[1]
}

/** Returns the gateway's variables with their descriptions. */
export function gatewayVariables(
  { name, usualTemplate }: GatewayKind,
  texts: { readonly without: string; readonly what: string; readonly filledIn: string },
): readonly Variable[] {
  return [
    { name: `${name}_URL`, fallback: texts.without, meaning: `${texts.what}: the address of an HTTP gateway` },
    {
      name: `${name}_TEMPLATE`,
      fallback: `\`${usualTemplate}\``,
      meaning: `the JSON that is posted there, with ${texts.filledIn} filled in`,
    },
    {
      name: `${name}_AUTHORIZATION`,
      isSecret: true,
      fallback: '–',
      meaning: 'the Authorization header that goes with it',
    },
  ]
}

/** Reads the variables of a gateway; undefined without one. */
export function readGateway(
  env: Environment,
  { name, usualTemplate, example }: GatewayKind,
): GatewayOptions | undefined {
  const url = env.url(`${name}_URL`, ['http:', 'https:'])
  const template = env.value(`${name}_TEMPLATE`) ?? usualTemplate
  if (!isTemplate(template, example)) env.complain(`${name}_TEMPLATE`, 'JSON with {to} and {text} in it')
  const authorization = env.value(`${name}_AUTHORIZATION`)
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
  return url === undefined ? undefined : { url, template, headers }
}

function isTemplate(template: string, example: GatewayKind['example']): boolean {
  try {
    JSON.parse(fillTemplate(template, example))
    return template.includes('{to}') && template.includes('{text}')
  } catch {
    return false
  }
}

export interface MessageSettings {
  /** The gateway for text messages; undefined without one. */
  readonly messages: GatewayOptions | undefined
}

const messageKind: GatewayKind = {
  name: 'MESSAGE',
  usualTemplate: '{"to":"{to}","text":"{text}"}',
  example: { to: '+971500000001', text: 'code' },
}

export const messageVariables = gatewayVariables(messageKind, {
  without: 'sandbox: an outbox page',
  what: 'where text messages to customers are posted',
  filledIn: '`{to}` and `{text}`',
})

export function readMessages(env: Environment): MessageSettings {
  return { messages: readGateway(env, messageKind) }
}

export interface MailSettings {
  /** The gateway for e-mail to people of the back offices; undefined without one. */
  readonly mail: GatewayOptions | undefined
}

const mailKind: GatewayKind = {
  name: 'MAIL',
  usualTemplate: '{"to":"{to}","subject":"{subject}","text":"{text}"}',
  example: { to: 'sara@shop.example', subject: 'Hello', text: 'Come' },
}

export const mailVariables = gatewayVariables(mailKind, {
  without: 'sandbox: an outbox page; production: links are shown once',
  what: 'where e-mail to people who work at the dashboard or in support is posted',
  filledIn: '`{to}`, `{subject}` and `{text}`',
})

export function readMail(env: Environment): MailSettings {
  return { mail: readGateway(env, mailKind) }
}
