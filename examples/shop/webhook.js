import { Sandbox } from '@qist/sdk/sandbox'
import { qist, settings } from './settings.js'

/** @type {string | undefined} */
let secret = process.env.QIST_SIGNING_SECRET

/** With what Qist signs; undefined where the store does not sign, and the header alone tells. */
export function signingSecret() {
  return secret
}

/** Has Qist tell the shop what happens. Doing it at every start is right: the webhook that is there is kept. */
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

// In production the secret is given by whoever turns signing on. A sandbox makes a new one for whoever asks.
async function sandboxSecret() {
  const { url, secretKey, merchantCode } = settings
  const made = new Sandbox({ url, secretKey }).merchant.rotateSigning({ merchant_code: merchantCode })
  return made.then((answer) => answer.secret).catch(() => undefined)
}
