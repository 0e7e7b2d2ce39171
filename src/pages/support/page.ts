import type { FastifyRequest } from 'fastify'
import type { App } from '../../platform/app/app.ts'
import type { Currency } from '../../platform/base/money.ts'
import type { Principal } from '../../platform/base/principal.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Answer, Fields } from '../../platform/people/pages/answers.ts'
import type { SupportSession } from '../../platform/people/sessions/session.ts'
import type { SupportParts } from './parts.ts'
import type { SupportWords } from './words/words.ts'

export type { Answer, Fields } from '../../platform/people/pages/answers.ts'

/** One request of an agent who is signed in. */
export interface SupportVisit {
  readonly api: Api
  readonly app: App
  readonly parts: SupportParts
  readonly session: SupportSession
  /** As whom what is done is done. */
  readonly principal: Principal
  readonly words: SupportWords
  readonly request: FastifyRequest
  /** The address of a page: `/support/disputes`. */
  address(path: string, query?: Readonly<Record<string, string | undefined>>): string
  /** A parameter of the address; undefined where it is absent or there are several. */
  query(name: string): string | undefined
  /** The UUID in the path. Refuses with 404 what is none. */
  readonly id: string
  /** A moment at a store of this currency, with the place whose time it is. */
  moment(at: Instant, currency: Currency): string
}

/** An answer. `isAddressHidden`: the address contains personal data, for which the agent has given no reason yet. */
export type SupportAnswer = Answer & { readonly isAddressHidden?: boolean }

/** A page of the console. */
export interface Page {
  /** Below `/support`: '' is the first page. */
  readonly path: string
  view(visit: SupportVisit): Promise<SupportAnswer>
}

/**
 * What a form does. After it the browser is sent to a page; a page in its place says what is wrong, or asks once
 * more.
 */
export interface FormAction {
  readonly path: string
  submit(visit: SupportVisit, fields: Fields): Promise<SupportAnswer>
}

/** What a folder of the console offers. */
export interface Section {
  readonly pages: readonly Page[]
  readonly forms: readonly FormAction[]
}
