import type { FastifyInstance } from 'fastify'
import { pathOf } from '../../platform/people/back-office.ts'
import { sendAnswer } from '../../platform/people/pages/answers.ts'
import { registerBackOfficePages, sessionOf } from '../../platform/people/pages/back-office-pages.ts'
import { addPeoplePages } from '../../platform/people/pages/routes.ts'
import type { Mode } from '../../platform/people/roles.ts'
import { renderBackOfficeError } from '../../platform/ui/back-office/error-page.ts'
import type { BackOfficeFrame } from '../../platform/ui/back-office/frame.ts'
import { html } from '../../platform/ui/html.ts'
import type { AddImpersonatedPages, Look } from '../back-office/impersonation-view.ts'
import { firstPageOf, frameOf } from './frame.ts'
import type { Answer, DashboardApi, FormAction, Page, Visit } from './page.ts'
import { readForm } from './read-form.ts'
import { refusals } from './refusals.ts'
import { sections } from './sections.ts'
import { firstModeOf, readVisit, visitFrom } from './visit.ts'

const schema = { hide: true }
const modes: readonly Mode[] = ['test', 'live']

/** The merchant dashboard (docs/contract/people.md#dashboard): its pages and forms in both modes. */
export function addDashboard(api: DashboardApi): void {
  // What is a person's own is of neither mode.
  addPeoplePages(api, 'dashboard', (request) => {
    const frame = frameOf(readVisit(api, request))
    return { ...frame, band: undefined, nav: frame.nav.map((item) => ({ ...item, isCurrent: false })) }
  })
  registerBackOfficePages(api, 'dashboard', {
    addRoutes(server) {
      // A form with files is read as it comes, by whoever takes files; to all others it is empty.
      server.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null, undefined))
      for (const mode of modes) {
        const isThere = ({ isRehearsal = false }): boolean =>
          !isRehearsal || (mode === 'test' && api.rehearsal !== undefined)
        for (const { pages, forms } of sections) {
          for (const page of pages.filter(isThere)) addPage(server, api, mode, page)
          for (const form of forms.filter(isThere)) addForm(server, api, mode, form)
        }
      }
      server.get('/dashboard/*', { schema }, async () => {
        throw refusals.noSuchPage()
      })
      const first = firstModeOf(api)
      server.get('/dashboard', { schema }, async (request, reply) =>
        reply.redirect(firstPageOf('/dashboard', first, sessionOf(request, 'dashboard').role), 303),
      )
    },
    renderError: (request, error) => renderBackOfficeError(frameOf(readVisit(api, request)), error),
  })
}

/** The dashboard's pages as somebody sees them who only looks: none of its forms, and nothing that is downloaded. */
export const addImpersonatedDashboard: AddImpersonatedPages = (server, api, { path, look }) => {
  for (const mode of modes) {
    for (const page of sections.flatMap(({ pages }) => pages).filter(({ isRehearsal }) => !isRehearsal)) {
      server.get(`${path}/${mode}${page.path}`, { schema }, async (request, reply) => {
        const looking = await look(request)
        if (page.isFile) throw refusals.notYours()
        const visit = visitFrom(api, request, { ...looking, mayDownload: false })
        const answer = await viewPage(visit, page)
        if ('file' in answer) throw new Error(`${page.path} is a file, and does not say so`)
        const frame = lookedAtFrame(visit, looking)
        return sendAnswer(reply, answer, () => frame)
      })
    }
  }
  server.get(path, { schema }, async (request, reply) => {
    const { base } = await look(request)
    return reply.redirect(`${base}/${firstModeOf(api)}`, 303)
  })
}

// The visitor's own frame is support's. The impersonation view sends no form.
function lookedAtFrame(visit: Visit, { band }: Look): BackOfficeFrame {
  const frame = frameOf(visit)
  return { ...frame, base: pathOf.support, csrfToken: undefined, search: undefined, band: html`${band}${frame.band}` }
}

function addPage(server: FastifyInstance, api: DashboardApi, mode: Mode, page: Page): void {
  server.get(`/dashboard/${mode}${page.path}`, { schema }, async (request, reply) => {
    const visit = readVisit(api, request)
    return sendAnswer(reply, await viewPage(visit, page), () => frameOf(visit))
  })
}

async function viewPage(visit: Visit, { permission, view }: Page): Promise<Answer> {
  if (!visit.may(permission)) throw refusals.notYours()
  return view(visit)
}

function addForm(server: FastifyInstance, api: DashboardApi, mode: Mode, form: FormAction): void {
  const { path, permission, only = mode, takes, submit } = form
  if (only !== mode) return
  const config = { readsForm: takes !== undefined }
  server.post(`/dashboard/${mode}${path}`, { schema, config }, async (request, reply) => {
    const visit = readVisit(api, request)
    if (!visit.may(permission)) throw refusals.notYours()
    const { fields, sent } = await readForm(visit, takes)
    return sendAnswer(reply, await submit(visit, fields, sent), () => frameOf(visit))
  })
}
