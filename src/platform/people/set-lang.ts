import type { App } from '../app/app.ts'
import { allMerchants } from '../base/ids.ts'
import type { Lang } from '../ui/words/lang.ts'
import type { BackOfficeSession } from './sessions/session.ts'
import { peopleOf } from './store/people.ts'

/** Notes in which language somebody reads, in this session and every other. */
export async function setLang(app: App, { backOffice, personId }: BackOfficeSession, lang: Lang): Promise<void> {
  await app.db.run(peopleOf[backOffice].setLang, { merchantId: allMerchants, id: personId, lang })
}
