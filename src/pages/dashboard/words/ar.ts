import { backOfficeAr } from '../../../platform/ui/back-office/words.ts'
import { storePlansAr } from '../../back-office/store-plans.ts'
import { activityAr } from '../activity/words/ar.ts'
import { certificateAr } from '../certificate/words/ar.ts'
import { developersAr } from '../developers/words/ar.ts'
import { disputesAr } from '../disputes/words/ar.ts'
import { homeAr } from '../home/words/ar.ts'
import { keysAr } from '../keys/words/ar.ts'
import { linksAr } from '../links/words/ar.ts'
import { paymentsAr } from '../payments/words/ar.ts'
import { settingsAr } from '../settings/words/ar.ts'
import { settlementsAr } from '../settlements/words/ar.ts'
import { teamAr } from '../team/words/ar.ts'
import { webhooksAr } from '../webhooks/words/ar.ts'
import type { Texts } from './en.ts'
import { listsAr, navigationAr } from './shared.ts'

export const ar: Texts = {
  ...backOfficeAr,
  ...navigationAr,
  ...listsAr,
  ...homeAr,
  ...paymentsAr,
  ...linksAr,
  ...disputesAr,
  ...settlementsAr,
  ...webhooksAr,
  ...keysAr,
  ...developersAr,
  ...certificateAr,
  ...activityAr,
  ...settingsAr,
  ...storePlansAr,
  ...teamAr,
}
