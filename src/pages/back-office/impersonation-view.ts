import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Api } from '../../platform/http/api.ts'
import type { MerchantSession } from '../../platform/people/sessions/session.ts'
import type { Content } from '../../platform/ui/html.ts'
import type { PersonalReader } from './disclosure/reader.ts'

/** From where a back office's pages are seen by somebody who only looks. */
export interface ImpersonationView {
  /** Below which address they are, as a route; a back office's own pages stand at its path. */
  readonly path: string
  /** Who looks, for one request. Refuses who may not, or no longer. */
  look(request: FastifyRequest): Promise<Look>
}

/** `mayReadPersonal` holds for the page of this request only. */
export interface Look extends PersonalReader {
  /** The address below which the pages are in this request. */
  readonly base: string
  /** As whom they are seen: nobody who may change anything. */
  readonly session: MerchantSession
  /** Stands above every page. */
  readonly band: Content
}

/** Puts the pages of a back office below a impersonation view: none of its forms. */
export type AddImpersonatedPages = (server: FastifyInstance, api: Api, impersonation: ImpersonationView) => void
