import { backOfficeEn } from '../../../platform/ui/back-office/en.ts'
import { activityEn } from '../activity/words/en.ts'
import { customersEn } from '../customers/words/en.ts'
import { disputesEn } from '../disputes/words/en.ts'
import { merchantsEn } from '../merchants/words/en.ts'
import { paymentsEn } from '../payments/words/en.ts'
import { personalEn } from '../personal/words/en.ts'
import { queueEn } from '../queue/words/en.ts'
import { searchEn } from '../search/words/en.ts'
import { consoleEn } from './console.ts'

export const en = {
  ...{ ...backOfficeEn, ...queueEn, ...disputesEn, ...paymentsEn, ...customersEn, ...merchantsEn },
  ...{ ...activityEn, ...searchEn, ...personalEn, ...consoleEn },
}

/** What the console says. A language that lacks one does not compile. */
export type Texts = typeof en
