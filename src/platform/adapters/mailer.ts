import type { MerchantId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import { type GatewayOptions, postToGateway } from './messenger.ts'
import type { Outbound } from './outbound.ts'
import type { Outbox } from './outbox.ts'

/** An e-mail to somebody who works in a browser, plain text. */
export interface Mail {
  readonly merchantId: MerchantId
  readonly to: string
  readonly subject: string
  readonly text: string
  /** What it belongs to: an invitation's id. */
  readonly about: string
  readonly at: Instant
}

/** Sends e-mail. */
export interface Mailer {
  /** Hands the mail over. Throws where nobody took it, or nobody knows. */
  send(mail: Mail): Promise<void>
}

/** A mailer behind an HTTP gateway, as text messages have one. */
export function openMailGateway(options: GatewayOptions, outbound: Outbound): Mailer {
  return { send: ({ to, subject, text }) => postToGateway(options, outbound, 'mail', { to, subject, text }) }
}

/** The sandbox's: mails lie in the outbox of text messages. */
export function openOutboxMailer(outbox: Outbox): Mailer {
  return {
    send: ({ merchantId, to, subject, text, about, at }) =>
      outbox.send({ merchantId, to, text: `${subject}\n\n${text}`, about, kind: 'invitation', isTest: true, at }),
  }
}
