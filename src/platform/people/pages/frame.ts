import type { FastifyRequest } from 'fastify'
import { backOfficePageAssets } from '../../ui/back-office/assets.ts'
import type { BackOfficeFrame } from '../../ui/back-office/frame.ts'
import { type BackOfficeTexts, backOfficeAr, backOfficeEn } from '../../ui/back-office/words.ts'
import { csrfTokenFor } from '../../ui/forms/browser.ts'
import { wordsWith } from '../../ui/words/words.ts'
import { type BackOffice, csrfSubject, pathOf } from '../back-office.ts'
import { wordsFor } from '../words/words.ts'
import { sessionOf } from './back-office-pages.ts'
import { langOf } from './page-request.ts'

/** Returns the frame of a page: header and navigation for the signed-in person. */
export type FrameOf = (request: FastifyRequest) => BackOfficeFrame

const backOfficeWords = wordsWith<BackOfficeTexts>({ en: backOfficeEn, ar: backOfficeAr })

/** Returns a frame without navigation, for people who must set up a second factor first. */
export function plainFrame(backOffice: BackOffice): FrameOf {
  return (request) => {
    const session = sessionOf(request, backOffice)
    const lang = langOf(request, session)
    const merchants =
      session.backOffice === 'dashboard'
        ? session.merchants.map((one) => ({ ...one, isCurrent: one.id === session.merchantId }))
        : []
    const place = session.backOffice === 'dashboard' ? session.merchantName : wordsFor(lang).texts.supportTitle
    return {
      words: backOfficeWords(lang, 'AE'),
      assets: backOfficePageAssets,
      csrfToken: csrfTokenFor(session, csrfSubject(backOffice)),
      ...{
        address: request.url,
        home: pathOf[backOffice],
        base: pathOf[backOffice],
        place,
        merchants,
        email: session.email,
        nav: [],
      },
    }
  }
}
