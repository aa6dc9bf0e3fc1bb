/**
 * The Default template that every new carrier has: lane, date and reference in the subject, equipment, place, the ask and MC in the body, one question.
 * All that a board or a new profile may leave out is marked as optional, so that it can be sent as it is.
 */
export const carrierDefaultTemplate = {
  name: 'Default',
  subject: '{{origin}} to {{dest}}[[, {{avail}}]][[, {{truck}}]][[, ref {{ref}}]]',
  template: [
    '<p>Hi[[ {{company}}]],</p>',
    '<p>We have a truck[[ ({{truck}})]] for your load {{origin}} to {{dest}}[[, pickup {{avail}}]].[[ Your reference is {{ref}}.]]</p>',
    '[[<p>The truck is empty in {{truckLocation}}.</p>]]',
    '[[<p>We ask {{rate:trip+8% to 5}} all-in for {{trip}} miles.</p>]]',
    '<p>[[MC {{mc}}. ]]Is the load still available?</p>',
    '[[<p>{{signature}}</p>]]',
  ].join('\n'),
} as const
