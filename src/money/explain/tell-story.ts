import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { loadFacts } from './load-facts.ts'
import { type Story, storyOf } from './story.ts'

/** The whole story of a payment, whosesoever it is; undefined where there is none. For operators: nothing is hidden by merchant or mode. */
export async function tellStory(app: App, id: PaymentId): Promise<Story | undefined> {
  const facts = await loadFacts(app, id)
  return facts === undefined ? undefined : storyOf(facts)
}
