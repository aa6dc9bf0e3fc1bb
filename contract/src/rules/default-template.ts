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
    '[[<p>Rate: {{rate:trip+8% to 5}} all in for {{trip}} miles.</p>]]',
    '[[<p>MC {{mc}}</p>]]',
    '<p>Can we book it?</p>',
    '[[<p>{{signature}}</p>]]',
  ].join('\n'),
} as const
