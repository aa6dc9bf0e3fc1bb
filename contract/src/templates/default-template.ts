import type { UserType } from '../account/user-type.ts'

/**
 * The Default template of every new carrier. Values that a posting or profile may lack are optional, so it always
 * sends.
 */
export const carrierDefaultTemplate = {
  name: 'Default',
  subject: '{{origin}} to {{dest}}[[ - {{avail}}]][[ - {{truck}}]][[ - Ref# {{ref}}]]',
  template: [
    '<p>Hi[[ {{company}}]],</p>',
    '<p>We can cover {{origin}} to {{dest}}[[ on {{avail}}]][[, ref# {{ref}}]][[ with a {{truck}}]][[, empty in {{truckLocation}}]].</p>',
    '<p>[[Rate: {{rate:trip+8% to 5}} all in for {{trip}} miles.]]</p>',
    '<p>[[MC {{mc}}]]</p>',
    '<p>Can we book it?</p>',
    '<p>[[{{signature}}]]</p>',
  ].join('\n'),
} as const

/** The Default template of every new broker: the reply to a carrier that asks about a posted load. */
export const brokerDefaultTemplate = {
  name: 'Default',
  subject:
    '{{postedLoadOriginDestination}}[[ - {{postedLoadAvailabilityDate}}]][[ - {{postedLoadTruckType}}]][[ - Ref# {{ref}}]]',
  template: [
    '<p>Hello,</p>',
    '<p>Thank you for your interest in {{postedLoadOriginDestination}}[[, ref# {{ref}}]].[[ Equipment: {{postedLoadTruckType}}, {{postedLoadTruckLoad}}.]][[ Ready {{postedLoadAvailabilityDate}}.]]</p>',
    '<p>Please reply with your all-in rate, your MC number, and where and when your truck is empty. Carriers who send all three get the details first.</p>',
    '<p>[[{{signature}}]]</p>',
    '<p>[[MC {{mc}}]]</p>',
  ].join('\n'),
} as const

/** The Default template of a new user. */
export const defaultTemplates = {
  carrier: carrierDefaultTemplate,
  broker: brokerDefaultTemplate,
} as const satisfies Record<UserType, object>
