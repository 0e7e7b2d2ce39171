import type { App } from '../../platform/app/app.ts'
import { openDemoMerchants } from '../../platform/merchants/open-demo-merchants.ts'
import { openDemoPeople } from '../../platform/people/demo-people.ts'
import { followChanges } from '../journal/journals.ts'

/** Makes the demo merchants and people that do not exist yet, and turns on the journal's triggers. */
export async function openDemo(app: Pick<App, 'db' | 'clock' | 'config'>): Promise<void> {
  await followChanges(app, app.config.rehearsal)
  await openDemoPeople(app, await openDemoMerchants(app))
}
