import type { Currency } from '../../platform/base/markets.ts'
import type { Principal } from '../../platform/base/principal.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { SupportSession } from '../../platform/people/sessions/session.ts'
import type { Answer, BackOfficeForm, BackOfficePage, BackOfficeSection, SignedInVisit } from '../back-office/page.ts'
import type { SupportParts } from './parts.ts'
import type { SupportWords } from './words/words.ts'

export type { Answer, Fields } from '../back-office/page.ts'

/** One request of a signed-in agent. */
export interface SupportVisit extends SignedInVisit<SupportSession, SupportWords> {
  readonly parts: SupportParts
  /** The agent, as the author of changes. */
  readonly principal: Principal
  /** Returns a moment in the time zone of a store with this currency, with the place of the zone. */
  moment(at: Instant, currency: Currency): string
  /** The same to the second. */
  exactMoment(at: Instant, currency: Currency): string
}

/** An answer. `isAddressHidden`: the address contains personal data, for which the agent has given no reason yet. */
export type SupportAnswer = Answer & { readonly isAddressHidden?: boolean }

export type SupportPage = BackOfficePage<SupportVisit, SupportAnswer>
export type SupportForm = BackOfficeForm<SupportVisit, SupportAnswer>

/** The pages and forms of one folder of the console. */
export type Section = BackOfficeSection<SupportPage, SupportForm>
