import { backOfficeAr } from '../../../platform/ui/back-office/ar.ts'
import { activityAr } from '../activity/words/ar.ts'
import { customersAr } from '../customers/words/ar.ts'
import { disputesAr } from '../disputes/words/ar.ts'
import { merchantsAr } from '../merchants/words/ar.ts'
import { paymentsAr } from '../payments/words/ar.ts'
import { personalAr } from '../personal/words/ar.ts'
import { queueAr } from '../queue/words/ar.ts'
import { searchAr } from '../search/words/ar.ts'
import { consoleAr } from './console.ts'
import type { Texts } from './en.ts'

export const ar: Texts = {
  ...{ ...backOfficeAr, ...queueAr, ...disputesAr, ...paymentsAr, ...customersAr, ...merchantsAr },
  ...{ ...activityAr, ...searchAr, ...personalAr, ...consoleAr },
}
