import { backOfficeEn } from '../../../platform/ui/back-office/words.ts'
import { storePlansEn } from '../../back-office/store-plans.ts'
import { activityEn } from '../activity/words/en.ts'
import { certificateEn } from '../certificate/words/en.ts'
import { developersEn } from '../developers/words/en.ts'
import { disputesEn } from '../disputes/words/en.ts'
import { homeEn } from '../home/words/en.ts'
import { keysEn } from '../keys/words/en.ts'
import { linksEn } from '../links/words/en.ts'
import { paymentsEn } from '../payments/words/en.ts'
import { settingsEn } from '../settings/words/en.ts'
import { settlementsEn } from '../settlements/words/en.ts'
import { teamEn } from '../team/words/en.ts'
import { webhooksEn } from '../webhooks/words/en.ts'
import { listsEn, navigationEn } from './shared.ts'

export const en = {
  ...backOfficeEn,
  ...navigationEn,
  ...listsEn,
  ...homeEn,
  ...paymentsEn,
  ...linksEn,
  ...disputesEn,
  ...settlementsEn,
  ...webhooksEn,
  ...keysEn,
  ...developersEn,
  ...certificateEn,
  ...activityEn,
  ...settingsEn,
  ...storePlansEn,
  ...teamEn,
}

/** The texts of the dashboard. A language with a missing text does not compile. */
export type Texts = typeof en
