import { activity } from './activity/activity.ts'
import { certificate } from './certificate/certificate.ts'
import { developers } from './developers/developers.ts'
import { disputes } from './disputes/disputes.ts'
import { home } from './home/home.ts'
import { keys } from './keys/keys.ts'
import { links } from './links/links.ts'
import type { Section } from './page.ts'
import { payments } from './payments/payments.ts'
import { settings } from './settings/settings.ts'
import { settlements } from './settlements/settlements.ts'
import { team } from './team/team.ts'
import { webhooks } from './webhooks/webhooks.ts'

/** The dashboard's sections. */
export const sections: readonly Section[] = [
  home,
  payments,
  links,
  disputes,
  settlements,
  webhooks,
  keys,
  developers,
  certificate,
  team,
  activity,
  settings,
]
