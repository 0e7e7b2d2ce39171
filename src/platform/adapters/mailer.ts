import type { MerchantId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import { type GatewayOptions, postToGateway } from './messenger.ts'
import type { Outbound } from './outbound.ts'
import type { Outbox } from './outbox.ts'

/** An e-mail in plain text to a person of a back office. */
export interface Mail {
  readonly merchantId: MerchantId
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The id of its invitation. */
  readonly about: string
  readonly at: Instant
}

/** Sends e-mail. */
export interface Mailer {
  /** Sends the mail. Throws if the gateway did not take it, or if that is unknown. */
  send(mail: Mail): Promise<void>
}

/** Opens a mailer behind an HTTP gateway. */
export function openMailGateway(options: GatewayOptions, outbound: Outbound): Mailer {
  return { send: ({ to, subject, text }) => postToGateway(options, outbound, 'mail', { to, subject, text }) }
}

/** Opens the sandbox's mailer: mails are stored in the outbox of text messages. */
export function openOutboxMailer(outbox: Outbox): Mailer {
  return {
    send: ({ merchantId, to, subject, text, about, at }) =>
      outbox.send({ merchantId, to, text: `${subject}\n\n${text}`, about, kind: 'invitation', isTest: true, at }),
  }
}
