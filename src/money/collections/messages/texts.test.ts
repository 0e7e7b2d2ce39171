import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencies } from '../../../platform/base/markets.ts'
import type { MessageText } from './message.ts'
import { collectedText, failedText, reminderText, returnedText } from './texts.ts'

type Locale = Parameters<typeof returnedText>[0]

const link = 'https://pay.example/account'
const lastFour = '4242'

/** Returns every text in this language and currency. */
function textsIn(locale: Locale): readonly MessageText[] {
  const amountMinor = 123_450n
  const both = [true, false]
  return [
    ...both.map((needsCard) => reminderText(locale, { amountMinor, dueDate: '2026-05-01', lastFour, needsCard })),
    ...[0n, 100n].map((owedMinor) => collectedText(locale, { amountMinor, owedMinor })),
    ...both.flatMap((needsCard) =>
      ['2026-05-01', undefined].map((nextDate) => failedText(locale, { amountMinor, lastFour, nextDate, needsCard })),
    ),
    returnedText(locale, { amountMinor }),
  ]
}

test('no text has two full stops or two spaces in a row, with any ending of amounts and store names', () => {
  for (const lang of ['en', 'ar'] as const) {
    for (const currency of currencies) {
      for (const storeName of ['Shop', 'Shop Inc.', 'متجر']) {
        for (const text of textsIn({ lang, currency }).map((of) => of({ storeName, link }))) {
          // Arabic amounts end in an invisible mark.
          assert.doesNotMatch(text.replaceAll('\u200f', ''), /\.\s*\.|\s{2}/, text)
          assert.ok(text.includes(storeName) && text.endsWith(` ${link}`), text)
        }
      }
    }
  }
})

test('a sentence ends in the full stop of its amount, or in one of its own', () => {
  const left = (lang: 'en' | 'ar') =>
    collectedText({ lang, currency: 'AED' }, { amountMinor: 100n, owedMinor: 25_500n })({ storeName: 'Shop', link })
  assert.match(left('en'), /for Shop\. AED\s255\.00 is left to pay\. https/)
  assert.match(left('ar').replaceAll('\u200f', ''), /المتبقي 255\.00\sد\.إ\. https/)
})
