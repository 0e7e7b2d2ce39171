import type { FastifyRequest } from 'fastify'
import { deskAr } from '../../ui/desk/ar.ts'
import { deskPageAssets } from '../../ui/desk/assets.ts'
import { deskEn } from '../../ui/desk/en.ts'
import type { DeskFrame } from '../../ui/desk/frame.ts'
import type { DeskTexts } from '../../ui/desk/words.ts'
import { csrfTokenFor } from '../../ui/forms/csrf.ts'
import { wordsWith } from '../../ui/words/words.ts'
import { csrfSubject, type Desk, pathOf } from '../desk.ts'
import { wordsFor } from '../words/words.ts'
import { sessionOf } from './desk-pages.ts'
import { langOf } from './page-request.ts'

/** What stands around a page of somebody who is signed in; the desk's own says where one may go. */
export type FrameOf = (request: FastifyRequest) => DeskFrame

const deskWords = wordsWith<DeskTexts>({ en: deskEn, ar: deskAr })

/** A frame without any navigation: for who may not go anywhere yet, and for a desk that has no other pages. */
export function plainFrame(desk: Desk): FrameOf {
  return (request) => {
    const session = sessionOf(request, desk)
    const lang = langOf(request, session)
    const place = session.desk === 'dashboard' ? session.merchantName : wordsFor(lang).texts.supportTitle
    return {
      words: deskWords(lang, 'AE'),
      assets: deskPageAssets,
      csrfToken: csrfTokenFor(session, csrfSubject(desk)),
      ...{ address: request.url, home: pathOf[desk], base: pathOf[desk], place, email: session.email, nav: [] },
    }
  }
}
