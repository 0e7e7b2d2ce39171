import { conflict, notFound } from '../../platform/base/refusals.ts'

/** Refusals that both back offices have. */
export const refusals = {
  noSuchPage: notFound('no such page'),
  settingsChanged: conflict('the settings have changed since the page was opened'),
}
