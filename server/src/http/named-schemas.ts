import { Profile, User } from '@loadping/contract/account/account'
import { LoadFacts, Place, PostedLoad, PostedRate } from '@loadping/contract/boards/posted-load'
import { EmailDetails, EmailPage, SentEmail, SuppressedAddress } from '@loadping/contract/emails/emails'
import { BoardHealth } from '@loadping/contract/extension/board-health'
import { BoardMemory } from '@loadping/contract/extension/board-memory'
import { Mark } from '@loadping/contract/extension/marks'
import { PageState } from '@loadping/contract/extension/page-state'
import { FuelPrices } from '@loadping/contract/fuel/fuel'
import { HomeSummary } from '@loadping/contract/home/home'
import { Inquiry } from '@loadping/contract/inquiries/inquiries'
import { Outcome } from '@loadping/contract/loads/outcomes'
import { LoadEvent, LoadList, LoadPage, SavedLoad, SharedLoad } from '@loadping/contract/loads/saved-loads'
import { Mailbox } from '@loadping/contract/mailboxes/mailboxes'
import { LaneDistance } from '@loadping/contract/places/places'
import { TokenPair } from '@loadping/contract/sign-in/sign-in'
import { Snippet } from '@loadping/contract/snippets/snippets'
import { ActivityEntry, Member, Organization, Team } from '@loadping/contract/team/team'
import { ListedTemplate, Template, TemplateDraft } from '@loadping/contract/templates/templates'
import { Costs, Truck } from '@loadping/contract/trucks/trucks'
import { ProblemDocument } from '@loadping/contract/wire/problem'
import * as z from 'zod/mini'

/** The shapes that the OpenAPI document describes once, by their name in the contract. */
const named = {
  ActivityEntry,
  BoardHealth,
  BoardMemory,
  Costs,
  EmailDetails,
  EmailPage,
  FuelPrices,
  HomeSummary,
  Inquiry,
  LaneDistance,
  ListedTemplate,
  LoadEvent,
  LoadFacts,
  LoadList,
  LoadPage,
  Mailbox,
  Mark,
  Member,
  Organization,
  Outcome,
  PageState,
  Place,
  PostedLoad,
  PostedRate,
  ProblemDocument,
  Profile,
  SavedLoad,
  SentEmail,
  SharedLoad,
  Snippet,
  SuppressedAddress,
  Team,
  Template,
  TemplateDraft,
  TokenPair,
  Truck,
  User,
}

/** Where the document looks names up. */
export const namedSchemas = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(named)) namedSchemas.add(schema, { id })
