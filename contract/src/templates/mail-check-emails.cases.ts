import type { MailCase } from './mail-check.cases.ts'

const lane = '{{origin}} to {{dest}}[[ - {{avail}}]][[ - {{truck}}]][[ - Ref# {{ref}}]]'
const postedLane =
  '{{postedLoadOriginDestination}}[[ - {{postedLoadAvailabilityDate}}]][[ - {{postedLoadTruckType}}]][[ - Ref# {{ref}}]]'

const email = (context: MailCase['context'], subject: string, body: string[], findings: string): MailCase => ({
  context,
  subject,
  body: body.join('\n'),
  findings,
})

const everything = 'no-number no-equipment no-empty-place no-empty-time no-mc'

/** Whole emails as carriers write them, good and bad. */
export const carrierEmails: MailCase[] = [
  email('carrier', 'Load', ['Is this still available?'], `${everything} no-lane no-date no-reference still-available`),
  email(
    'carrier',
    lane,
    ['Hi, is this load still available? Thanks'],
    `${everything.replace('no-equipment ', '')} still-available`,
  ),
  email(
    'carrier',
    'Re: posting',
    ['Rate? Commodity? Weight?'],
    `${everything} no-lane no-date no-reference many-questions`,
  ),
  email('carrier', lane, ['Send details please.', '{{phone}}'], 'no-number no-empty-place no-empty-time no-mc'),
  email(
    'carrier',
    lane,
    ['{{rate:trip+8% to 5}} all in. {{truck}} empty {{truckLocation}} {{avail}} 8am. MC {{mc}}. {{phone}}'],
    '',
  ),
  email(
    'carrier',
    lane,
    [
      'Hi {{company}},',
      'We can cover {{origin}} to {{dest}} on {{avail}}, ref# {{ref}} with a {{truck}}, empty in {{truckLocation}}.',
      'Rate: {{rate:trip+8% to 5}} all in for {{trip}} miles.',
      'MC {{mc}}',
      'Can we book it?',
      '{{signature}}',
    ],
    '',
  ),
  email(
    'carrier',
    '{{origin}} → {{dest}} · {{avail}} · {{truck}} · {{ref}}',
    [
      'Hi {{company}} team,',
      'We have a {{truck}} for your load {{origin}} to {{dest}}, pickup {{avail}}. Your reference is {{ref}}.',
      'The truck is empty in {{truckLocation}}, {{do}} miles from the pickup. We ask {{rate:trip+8% to 5}} all-in for {{trip}} miles.',
      'MC {{mc}}, USDOT {{dot}}. Is the pickup by appointment or first come?',
      '{{signature}}<br>{{phone}}',
    ],
    'no-empty-time',
  ),
  email(
    'carrier',
    'Q48213 Joliet, IL to Dallas, TX 11/21',
    [
      'Lane: {{origin}} to {{dest}}',
      'Rate: $2,450 all-in',
      "Equipment: 53' dry van",
      'Empty: Elgin, IL 11/21 8am',
      'MC: 123456',
      'Phone: {{phone}}',
    ],
    '',
  ),
  email(
    'no posted rate',
    lane,
    [
      '{{truck}} empty in {{truckLocation}} today at noon.',
      '[[Rate: {{rate:trip+8% to 5}} all in.]]',
      'MC {{mc}}',
      'What does it pay?',
    ],
    'no-number',
  ),
  email(
    'no posted rate',
    lane,
    ['{{truck}} empty in {{truckLocation}} today at noon.', 'We ask {{rate:trip*2.65 to 25}}, all in.', 'MC {{mc}}'],
    '',
  ),
  email(
    'reefer',
    lane,
    [
      'Reefer empty in Fresno CA, Saturday morning, can load by 10.',
      'Need 5150 all in, MC 123456.',
      'Does it need a washout?',
    ],
    '',
  ),
  email('reefer', lane, ['Dry van empty in Fresno, CA Saturday.', 'Rate $4,900', 'MC 123456'], 'other-equipment'),
  email(
    'step deck',
    lane,
    [
      '48 ft step deck with tarps, unloads in Dallas, TX on 11/23 by noon.',
      '$5,600 all-in',
      'MC-123456 / USDOT 1234567',
      'Can we load on 11/24?',
    ],
    '',
  ),
  email('step deck', "Ft Worth to Coeur d'Alene 11/24", ['RGN empty in Waco TX now. $6k. MC 123456.'], ''),
  email(
    'empty profile',
    lane,
    [
      'Hi,',
      '{{truck}} empty in Elgin, IL today.',
      '$2,450 all in.',
      '[[MC {{mc}}]][[, USDOT {{dot}}]]',
      'Can we book it?',
    ],
    'no-mc',
  ),
  email(
    'bare posting',
    lane,
    [
      'Hi[[ {{company}}]],',
      'We can take it[[ with a {{truck}}]].',
      '[[Rate: {{rate:trip+8% to 5}}.]]',
      'MC {{mc}}',
      'Can we book it?',
    ],
    'no-number no-equipment no-empty-place no-empty-time',
  ),
  email(
    'carrier',
    lane,
    [
      'We are a family company with 20 years of experience and 25 trucks.',
      'Safety is our priority. Call us at {{phone}}.',
      'MC {{mc}}',
    ],
    'no-number no-empty-place no-empty-time',
  ),
  email(
    'carrier',
    lane,
    [
      '<b>$2,450</b> all in',
      '<span style="color:red">Van</span> empty in <i>Elgin, IL</i> now',
      '<a href="tel:+15550100199">Call</a>',
      'M<b>C</b> 123456',
    ],
    '',
  ),
  email(
    'carrier',
    lane,
    ['Здравствуйте 👋', 'Van empty in Elgin, IL today. $2,450 all in. MC 123456.', 'Можно забронировать?'],
    '',
  ),
  email('carrier', lane, [''], 'no-number no-empty-place no-empty-time no-mc'),
]

/** More of them, written once the rule stood. */
export const laterEmails: MailCase[] = [
  email(
    'carrier',
    'Joliet IL-Dallas TX 11/21',
    ['I have a 53 dry van MTY in Elgin, il right now. Can do $2600 flat. MC# 884512.'],
    'no-reference',
  ),
  email(
    'carrier',
    lane,
    ['53ft Dry Van. Location: Chicago, IL. Available: 11/21 06:00. Offer: $2,550. MC 778899.'],
    '',
  ),
  email('carrier', lane, ['Can cover for 2700. Van is 20 miles out, empty now. MC-443322'], ''),
  email('carrier', lane, ['Empty in Joliet today 3pm, 53 van, 2500 OBO, MC 120033'], ''),
  email('carrier', lane, ['Van delivering Elgin 11/20 5pm. Asking 2500. MC 120033'], ''),
  email('carrier', lane, ['Van empty Monday. Asking 2500. MC 120033'], 'no-empty-place'),
  email('carrier', lane, ['Truck empties out Saturday 0600 in Rockford IL. $2.90/mile all in. MC 665544.'], ''),
  email(
    'carrier',
    lane,
    ['hi do u still have this? whats the rate'],
    `${everything.replace('no-equipment ', '')} still-available`,
  ),
]

/** Whole emails as brokers write them to carriers, good and bad. */
export const brokerEmails: MailCase[] = [
  email(
    'broker',
    postedLane,
    [
      'Hello,',
      'Thank you for your interest in {{postedLoadOriginDestination}}. Equipment: {{postedLoadTruckType}}, {{postedLoadTruckLoad}}. Ready {{postedLoadAvailabilityDate}}.',
      'Please reply with your all-in rate, your MC number, and where and when your truck is empty.',
      '{{signature}}',
      'MC {{mc}}',
    ],
    '',
  ),
  email('broker', postedLane, ['Load is available, call {{phone}}. MC {{mc}}'], ''),
  email('broker', postedLane, ['Still available. What is your all-in rate?', 'MC {{mc}}'], ''),
  email('broker', postedLane, ['What is your rate? MC? Where are you empty?', 'MC {{mc}}'], 'many-questions'),
  email('broker', postedLane, ['Please send your all-in rate.', '{{signature}}'], 'no-mc'),
  email('broker', postedLane, ['Please send your all-in rate.', 'USDOT 7654321'], 'dot-only'),
  email(
    'broker',
    'Your inquiry',
    ['Please send your all-in rate. {{postedLoadTruckType}}. MC {{mc}}'],
    'no-lane no-date no-reference',
  ),
  email('broker', '{{postedLoadOriginDestination}} {{ref}}', ['Van. Please send your rate. MC {{mc}}'], 'no-date'),
  email(
    'broker',
    '{{postedLoadOriginDestination}} {{postedLoadAvailabilityDate}}',
    ['Van. Your rate? MC {{mc}}'],
    'no-reference',
  ),
  email(
    'broker',
    '{{postedLoadOrigin}} - {{postedLoadDestination}} {{avail}} {{ref}}',
    ['Send your rate. MC {{mc}}'],
    'no-equipment',
  ),
  email('broker', '{{postedLoadDestination}} {{avail}} {{ref}}', ['Van load. Send your rate. MC {{mc}}'], 'no-lane'),
  email(
    'broker',
    '{{postedLoadOriginDestination}} 11/22 {{ref}}',
    ['Van load. Send your rate. MC {{mc}}'],
    'other-date',
  ),
  email(
    'broker',
    '{{postedLoadOriginDestination}} {{avail}} {{ref}}',
    ['We need a flatbed. MC {{mc}}'],
    'other-equipment',
  ),
  email('broker', postedLane, ['We pay {{rate}}. Ready {{avail}}. MC {{mc}}. Can you cover it?'], ''),
  email('broker', postedLane, [Array.from({ length: 119 }, () => 'details').join(' '), 'MC {{mc}}'], 'too-long'),
  email('broker', '', [''], 'no-equipment no-mc no-lane no-date no-reference'),
  email(
    'bare broker',
    postedLane,
    ['[[Equipment: {{postedLoadTruckType}}. ]]Send your rate.', '[[MC {{mc}}]]'],
    'no-equipment no-mc',
  ),
  email('bare broker', postedLane, ['Reefer load. Send your rate.', 'MC 654321'], ''),
  email('bare broker', 'Rockford to Tulsa', ['Is your truck still available? Reefer load.', 'MC 654321'], ''),
  email('bare broker', 'Rockford load', ['Reefer load, MC: 654321. Where is your truck?'], 'no-lane'),
]
