import type { App } from '../../platform/app/app.ts'
import type { SessionId } from '../../platform/base/ids.ts'
import type { Region } from '../../platform/base/market-entries.ts'
import { encodePng } from '../../platform/base/png.ts'
import { nowFor } from '../../platform/merchants/caller.ts'
import { choosePlan, hasOwnTerms } from '../payments/payment-plan.ts'
import { refusals } from './refusals.ts'
import { statusOf } from './sessions/session.ts'
import { findCustomer, getSession } from './sessions/sessions.ts'
import { pageUrl } from './wire.ts'

/**
 * Returns a PNG with the payment page's address, for a screen in a shop. The page opens with the terms of this name
 * chosen, if they are offered. Refuses with 404 a session that cannot be paid any more.
 */
export async function drawQrCode(
  app: App,
  region: Region,
  id: SessionId,
  baseUrl: string,
  plan: string,
): Promise<Buffer> {
  const customer = await findCustomer(app, region, id, '')
  const session = await getSession(app, customer, id)
  if (statusOf(session, nowFor(app, customer)) !== 'created') throw refusals.noSuchSession()
  const isOffered = hasOwnTerms(session.payment) && choosePlan(session.payment.plan, plan) !== undefined
  return drawPicture(pageUrl(session, baseUrl, isOffered ? plan : undefined))
}

/** The maximal number of cached pictures: a screen in a shop requests the same one again and again. */
const maxPictures = 500
/** The light frame that readers need, in squares, and the side of a square, in pixels. */
const marginSquares = 2
const squarePixels = 8

const pictures = new Map<string, Buffer>()

/** Returns a QR code of the text as a PNG. Caches the last 500. */
export async function drawPicture(text: string): Promise<Buffer> {
  const known = pictures.get(text)
  if (known !== undefined) return known
  // Loaded with the first picture: most services draw none.
  const { default: QRCode } = await import('qrcode')
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const picture = drawSquares(modules.size, (row, column) => modules.get(row, column) !== 0)
  const [oldest] = pictures.size >= maxPictures ? pictures.keys() : []
  if (oldest !== undefined) pictures.delete(oldest)
  pictures.set(text, picture)
  return picture
}

/** Returns the number of cached pictures, at most 500. */
export function cachedPictures(): number {
  return pictures.size
}

// One bit for each pixel: the library's own writer uses four bytes and spends most of its time on compression.
function drawSquares(squares: number, isDark: (row: number, column: number) => boolean): Buffer {
  const side = (squares + 2 * marginSquares) * squarePixels
  const lineBytes = 1 + side / 8
  const lines = Buffer.alloc(side * lineBytes)
  const line = Buffer.alloc(lineBytes)
  for (let row = -marginSquares; row < squares + marginSquares; row += 1) {
    // A square is eight pixels wide: one byte. The first byte of a line means: no filter.
    for (let column = -marginSquares; column < squares + marginSquares; column += 1) {
      const isInside = row >= 0 && row < squares && column >= 0 && column < squares
      line[1 + column + marginSquares] = isInside && isDark(row, column) ? 0x00 : 0xff
    }
    for (let copy = 0; copy < squarePixels; copy += 1) {
      line.copy(lines, ((row + marginSquares) * squarePixels + copy) * lineBytes)
    }
  }
  return encodePng({ width: side, height: side, bitsPerPixel: 1, lines })
}
