import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGuides } from '../../src/pages/docs/guides/contents.ts'
import { runGuide } from './run-guide.ts'

/** Runs the code of every guide of a part. */
export function testGuidesOf(title: string): void {
  const part = readGuides().find((one) => one.title === title)
  test(`the guides have a part ${title}`, () => assert.ok(part))
  for (const guide of part?.guides ?? []) test(`${guide.name}.md works as written`, () => runGuide(guide))
}
