import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Api } from '../../platform/http/api.ts'
import type { MerchantSession } from '../../platform/people/sessions/session.ts'
import type { Content } from '../../platform/ui/html.ts'
import type { PersonalReader } from './disclosure/reader.ts'

/** Read-only access to a back office's pages, for an agent. */
export interface ImpersonationView {
  /** The route below which the pages are. */
  readonly path: string
  /** Returns the visit of a request. Refuses an agent without a current permission. */
  readVisit(request: FastifyRequest): Promise<ImpersonationVisit>
}

/** An agent's visit. `mayReadPersonal` is valid for this request only. */
export interface ImpersonationVisit extends PersonalReader {
  /** The address below which this request has its pages. */
  readonly base: string
  /** A session without any permission to change. */
  readonly session: MerchantSession
  /** A notice above each page. */
  readonly band: Content
}

/** Adds the pages of a back office, without its forms, to an impersonation view. */
export type AddImpersonatedPages = (server: FastifyInstance, api: Api, impersonation: ImpersonationView) => void
