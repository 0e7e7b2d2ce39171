import type { App } from '../../app/app.ts'
import { newOrderedId } from '../../base/ids.ts'
import { listWebhooks } from '../endpoints/list-webhooks.ts'
import * as store from '../store/signing-secrets.ts'
import type { WebhookSet } from '../webhook.ts'
import type { Message } from './message.ts'

/** What would be sent of this body to each webhook of the set that is not disabled. Throws while the secret of one does not open. */
export async function makeMessages(app: App, set: WebhookSet, body: string): Promise<Message[]> {
  const { merchantId, storeId } = set
  const webhooks = await listWebhooks(app, set)
  const secrets = await app.db.run(store.listSealedOfStore, { merchantId, storeId, at: app.clock.now() })
  const signingSecrets = secrets.map(({ sealed }) => app.secrets.decrypt(sealed, merchantId))
  const enabled = webhooks.filter(({ disabledAt }) => disabledAt === null)
  return enabled.map(({ url, header }) => ({
    ...{ notificationId: newOrderedId(), sequence: 1, body, url, header, signingSecrets },
  }))
}
