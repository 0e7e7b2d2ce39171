import type { App } from '../app/app.ts'
import * as store from './store.ts'

/** Returns how many merchants' clocks are ahead of the system's. */
export async function countMovedClocks({ db }: Pick<App, 'db'>): Promise<number> {
  const [found] = await db.run(store.countMovedClocks, {})
  return found?.clocks ?? 0
}
