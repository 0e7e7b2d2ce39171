import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGuides } from '../../src/pages/docs/guides/contents.ts'
import { languageOf, languages } from '../../src/pages/docs/guides/languages.ts'
import { type Interpreter, reasonToSkip } from '../support/interpreters.ts'
import { blocksOf } from './blocks.ts'
import { runGuide } from './run-guide.ts'

/** Runs the code of every guide of a part. */
export function testGuidesOf(title: string): void {
  const part = readGuides().find((one) => one.title === title)
  test(`the guides have a part ${title}`, () => assert.ok(part))
  for (const guide of part?.guides ?? []) test(`${guide.name}.md works as written`, () => runGuide(guide))
}

/** Runs the code of every guide that has files in a language. */
export function testGuidesIn(language: Interpreter): void {
  const skip = reasonToSkip(language)
  const all = readGuides().flatMap(({ guides }) => guides)
  const guides = all.filter((guide) =>
    blocksOf(guide).some(({ fence, info }) => fence.kind === 'file' && languageOf(info) === language),
  )
  test(`guides have files in ${languages[language].title}`, () => assert.ok(guides.length > 0))
  test(`guides work in ${languages[language].title}`, { skip, concurrency: 2 }, async (t) => {
    // The certificate's guide takes as long as all others. It is one of the last.
    const running = guides.toReversed().map((guide) => t.test(`${guide.name}.md`, () => runGuide(guide, language)))
    await Promise.all(running)
  })
}
