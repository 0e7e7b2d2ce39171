import { pathOf } from '../../platform/people/back-office.ts'
import { sendAnswer } from '../../platform/people/pages/answers.ts'
import { sessionOf } from '../../platform/people/pages/back-office-pages.ts'
import type { Mode } from '../../platform/people/roles.ts'
import type { BackOfficeFrame } from '../../platform/ui/back-office/frame.ts'
import { html } from '../../platform/ui/html.ts'
import type { AddImpersonatedPages, ImpersonationVisit } from '../back-office/impersonation-view.ts'
import { addBackOffice } from '../back-office/routes.ts'
import { firstPageOf, frameOf } from './frame.ts'
import { keepLatestMode } from './latest-mode.ts'
import type { Answer, DashboardApi, FormAction, FormInput, Page, Visit } from './page.ts'
import { readForm } from './read-form.ts'
import { refusals } from './refusals.ts'
import { sections } from './sections.ts'
import { firstModeOf, readVisit, visitFrom } from './visit.ts'

const schema = { hide: true }
const modes: readonly Mode[] = ['test', 'live']

/** The merchant dashboard (docs/contract/people.md#dashboard): its pages and forms in both modes. */
export function addDashboard(api: DashboardApi): void {
  const isServed = (mode: Mode, { isRehearsal = false }: Page | FormAction): boolean =>
    !isRehearsal || (mode === 'test' && api.rehearsal !== undefined)
  addBackOffice<Visit, Answer, Page, FormAction, FormInput>(api, {
    ...{ name: 'dashboard', sections },
    places: modes.map((mode) => ({
      path: `/dashboard/${mode}`,
      hasPage: (page) => isServed(mode, page),
      hasForm: (form) => isServed(mode, form) && (form.only ?? mode) === mode,
    })),
    readVisit: (request) => readVisit(api, request),
    requirePermission,
    formReader: { readsBody: ({ takes }) => takes !== undefined, read: readForm },
    frameOf: (visit) => frameOf(visit),
    ownFrameOf(visit) {
      // A person's own pages belong to neither mode and to no section.
      const frame = frameOf(visit)
      return { ...frame, band: undefined, nav: frame.nav.map((item) => ({ ...item, isCurrent: false })) }
    },
    addOtherRoutes(server) {
      keepLatestMode(server, api)
      // `readForm` reads the raw body of a form with files. For all other forms, such a body is empty.
      server.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null, undefined))
      const first = firstModeOf(api)
      server.get('/dashboard', { schema }, async (request, reply) =>
        reply.redirect(firstPageOf('/dashboard', first, sessionOf(request, 'dashboard').role), 303),
      )
    },
  })
}

function requirePermission(visit: Visit, { permission }: Page | FormAction): void {
  if (!visit.may(permission)) throw refusals.roleForbids()
}

/** Registers the dashboard's pages for an agent who views them as the merchant: no forms and no downloads. */
export const addImpersonatedDashboard: AddImpersonatedPages = (server, api, { path, readVisit }) => {
  for (const mode of modes) {
    for (const page of sections.flatMap(({ pages }) => pages).filter(({ isRehearsal }) => !isRehearsal)) {
      server.get(`${path}/${mode}${page.path}`, { schema }, async (request, reply) => {
        const impersonation = await readVisit(request)
        if (page.isFile) throw refusals.roleForbids()
        const visit = visitFrom(api, request, { ...impersonation, mayDownload: false })
        requirePermission(visit, page)
        const answer = await page.view(visit)
        if ('file' in answer) throw new Error(`${page.path} is a file, and does not say so`)
        const frame = impersonatedFrame(visit, impersonation)
        return sendAnswer(reply, answer, () => frame)
      })
    }
  }
  server.get(path, { schema }, async (request, reply) => {
    const { base } = await readVisit(request)
    return reply.redirect(`${base}/${firstModeOf(api)}`, 303)
  })
}

// The agent's own pages are those of support. The impersonation view sends no form.
function impersonatedFrame(visit: Visit, { band }: ImpersonationVisit): BackOfficeFrame {
  const frame = frameOf(visit)
  return { ...frame, base: pathOf.support, csrfToken: undefined, search: undefined, band: html`${band}${frame.band}` }
}
