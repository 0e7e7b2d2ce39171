import type { Operation, Parameter } from '../http/api-document.ts'
import type { Schema } from '../http/portable-schema.ts'

/** A family of notifications, for the reference. */
interface NotificationFamily {
  readonly name: string
  readonly summary: string
  readonly tag: string
  readonly body: object
  /** A body for each event. */
  readonly examples: Readonly<Record<string, object>>
}

const description =
  "Sent to every webhook of the store, with the webhook's own header, at least once. Only HTTP 200 says that it has arrived: anything else, a redirection too, is tried again with the same id and body."

const parameters = [
  header('Webhook-Id', { type: 'string', format: 'uuid' }, "The event's id, the same on every attempt"),
  header(
    'Webhook-Timestamp',
    { type: 'string', pattern: '^\\d+$' },
    'When the attempt was made, in seconds since 1970',
  ),
  header(
    'Webhook-Sequence',
    { type: 'string', pattern: '^\\d+$' },
    'Counts the notifications of one payment or dispute from 1: what happened later has the higher number',
  ),
  {
    ...header(
      'Webhook-Signature',
      { type: 'string', pattern: '^v1a?,[\\w+/=]+( v1a?,[\\w+/=]+)*$' },
      'Once signing is on for the store: signatures as Standard Webhooks defines them, with a space between them: `v1` for each secret, and `v1a` by the key of the service (`/.well-known/qist-keys.json`)',
    ),
    required: false,
  },
]

function header(name: string, schema: Schema, description: string): Parameter {
  return { name, in: 'header', required: true, description, schema }
}

/** Returns a family's notification as an operation of the reference's section `webhooks`. */
export function describeNotification({ name, summary, tag, body, examples }: NotificationFamily): Operation {
  const shown = Object.entries(examples).map(([event, value]) => [event, { summary: event, value }])
  return {
    operationId: name,
    summary,
    description,
    tags: [tag],
    security: [],
    parameters,
    requestBody: {
      description: summary,
      required: true,
      content: { 'application/json': { schema: body, examples: Object.fromEntries(shown) } },
    },
    responses: { 200: { description: 'It has arrived' } },
  }
}
