import { Sandbox } from '@qist/sdk/sandbox'
import { qist, settings } from './settings.js'

/** @type {string | undefined} */
let secret = process.env.QIST_SIGNING_SECRET

/** Returns the signing secret; undefined if the store does not sign, and only the header proves the sender. */
export function signingSecret() {
  return secret
}

/** Registers the shop's webhooks. It may run at every start: an existing webhook is kept. */
export async function registerWebhooks() {
  const { webhookUrl: url, webhookHeader: header, merchantCode, isLive } = settings
  secret ??= await sandboxSecret()
  const there = (await qist.listWebhooks({ merchantCode })).find((webhook) => webhook.url === url)
  if (there === undefined) await qist.createWebhook({ url, header }, { merchantCode })
  else await qist.updateWebhook(there.id, { url, header }, { merchantCode })
  if (!isLive) return
  const disputes = (await qist.listDisputeWebhooks({ merchantCode })).find((webhook) => webhook.url === url)
  if (disputes === undefined) await qist.createDisputeWebhook({ url, header }, { merchantCode })
  else await qist.updateDisputeWebhook(disputes.id, { url, header }, { merchantCode })
}

// In production a person turns signing on and configures the secret. A sandbox makes a new one for each request.
async function sandboxSecret() {
  const { url, secretKey, merchantCode } = settings
  const made = new Sandbox({ url, secretKey }).merchant.rotateSigning({ merchant_code: merchantCode })
  return made.then((answer) => answer.secret).catch(() => undefined)
}
