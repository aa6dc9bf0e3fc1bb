/** Texts copied from DAT One: rows, tables and the details of a posting, with invented content. */
export const pastedFromDat: string[] = [
  `Joliet, IL
Dallas, TX
Sat, Nov 21
Trip
926 mi
Equipment
Load
Full
Truck
Van
Length
53 ft
Weight
44,000 lbs
Commodity
–
Reference ID
Q48213
Rate
Total
$2,315
Rate / mile
$2.50
Company
Quillon Logistics
MC#654321
(555) 010-0142
92 CS
28 DTP
=> origin Joliet, IL | dest Dallas, TX | pickup 2026-11-21 | tripMiles 926 | fullPartial full | equipment Van
| lengthFeet 53 | weightPounds 44000 | reference Q48213 | rate $2,315 | company Quillon Logistics | mc 654321
| phone (555) 010-0142 | creditScore 92 | daysToPay 28`,
  `Age\tRate\tTrip\tOrigin\tDH-O\tDestination\tDH-D\tPick Up\tEQ\tLength\tWeight\tCapacity\tCompany\tContact\tCS\tDTP
14m\t$2,315\t926\tJoliet, IL\t45\tDallas, TX\t12\t11/21\tV\t53 ft\t44,000 lbs\tFull\tQuillon Logistics\t(555) 010-0142\t92\t28
=> rate $2,315 | tripMiles 926 | origin Joliet, IL | deadheadMiles 45 | dest Dallas, TX | pickup 2026-11-21
| equipment Van | lengthFeet 53 | weightPounds 44000 | fullPartial full | company Quillon Logistics
| phone (555) 010-0142 | creditScore 92 | daysToPay 28`,
  `Age\tRate\tTrip\tOrigin\tDH-O\tDestination\tPick Up\tEQ\tLength\tWeight\tCapacity\tCompany
3m\t–\t1,208\tLaredo, TX\t8\tColumbus, OH\t11/23 - 11/24\tVR\t48 ft\t38,500 lbs\tFull\tPinecrest Freight
9m\t$1,150\t455\tLaredo, TX\t8\tDallas, TX\t11/23\tV\t53 ft\t40,000 lbs\tFull\tBluewater Brokerage
=> loads 2 | tripMiles 1208 | origin Laredo, TX | deadheadMiles 8 | dest Columbus, OH | pickup 2026-11-23
| pickupUntil 2026-11-24 | equipment Van or reefer | lengthFeet 48 | weightPounds 38500 | fullPartial full
| company Pinecrest Freight`,
  `00:22 $1,800 $2.14*/mi 841 Savannah, GA (31) Harrisburg, PA (0) 11/24 R F 53 ft 41,000 lbs Magnolia Freight Inc (555) 010-0161 88 CS 35 DTP
=> rate $1,800 | tripMiles 841 | origin Savannah, GA | deadheadMiles 31 | dest Harrisburg, PA | pickup 2026-11-24
| equipment Reefer | fullPartial full | lengthFeet 53 | weightPounds 41000 | company Magnolia Freight Inc
| phone (555) 010-0161 | creditScore 88 | daysToPay 35`,
  `Origin
Stockton, CA
Destination
Salt Lake City, UT
Pickup
11/21
Truck
Reefer
Full/Partial
Full
Length
53 ft
Weight
43,500 lbs
Trip
662 mi
Deadhead
18 mi
Rate
$2,050
Comments
No touch freight. Produce, must be washed out.
Company
Sierra Vale Logistics
Contact
loads@sierravale.example
Credit Score
97
Days to Pay
21
=> origin Stockton, CA | dest Salt Lake City, UT | pickup 2026-11-21 | equipment Reefer | fullPartial full
| lengthFeet 53 | weightPounds 43500 | tripMiles 662 | deadheadMiles 18 | rate $2,050
| comments No touch freight. Produce, must be washed out. | company Sierra Vale Logistics
| email loads@sierravale.example | creditScore 97 | daysToPay 21`,
  `Houston, TX (0 mi DH-O) → Odessa, TX (14 mi DH-D)
Pickup: Mon 11/23 - Tue 11/24
FD - Flatbed or Step Deck, Full, 48 ft, 46,000 lbs
Trip: 509 mi
Rate: –
Ref: HOU-77120
Gulfline Transport Services
555-010-0188
Commodity: Pipe
=> origin Houston, TX | deadheadMiles 0 | dest Odessa, TX | pickup 2026-11-23 | pickupUntil 2026-11-24
| equipment Flatbed or step deck | fullPartial full | lengthFeet 48 | weightPounds 46000 | tripMiles 509
| reference HOU-77120 | company Gulfline Transport Services | phone 555-010-0188 | commodity Pipe`,
  `DAT One | Load details
Memphis, TN 38118 → Newark, NJ 07114
Pickup earliest: 11/23/2026 08:00
Pickup latest: 11/23/2026 16:00
Equipment: V
Load: FULL
Length (ft): 53
Weight (lbs): 42,000
Rate (per trip): $3,400
Trip miles: 1,088
Poster: Rivergate Brokerage LLC
Docket: MC 778120
Contact: tom@rivergate.example
=> origin Memphis, TN 38118 | dest Newark, NJ 07114 | pickup 2026-11-23 08:00 | pickupUntil 2026-11-23 16:00
| equipment Van | fullPartial full | lengthFeet 53 | weightPounds 42000 | rate $3,400 | tripMiles 1088
| company Rivergate Brokerage LLC | mc 778120 | email tom@rivergate.example`,
  `2h
Fontana, CA
62
Phoenix, AZ
-
11/20
V
F
53 ft
38,000 lbs
$950
$2.71/mi
350 mi
Copper State Freight
(555) 010-0173
—
—
=> origin Fontana, CA | deadheadMiles 62 | dest Phoenix, AZ | pickup 2026-11-20 | equipment Van | fullPartial full
| lengthFeet 53 | weightPounds 38000 | rate $950 | tripMiles 350 | company Copper State Freight
| phone (555) 010-0173`,
  `Trip: 1,327 mi
Origin: Salt Lake City, UT
Dest: St. Louis, MO
Avail: 11/23
Truck: R
F/P: F
DH-O: 45
Length: 53
Weight: 42500
Ref: 77-1203
Commodity: Frozen pizza
Rate: $2.90/mi
Company: Harbor & Pine Brokerage
CS: 91
DTP: 30
=> tripMiles 1327 | origin Salt Lake City, UT | dest St. Louis, MO | pickup 2026-11-23 | equipment Reefer
| fullPartial full | deadheadMiles 45 | lengthFeet 53 | weightPounds 42500 | reference 77-1203
| commodity Frozen pizza | rate $2.90/mi | company Harbor & Pine Brokerage | creditScore 91 | daysToPay 30`,
  `Equipment
SD · Full · 48 ft · 30,000 lbs
Origin
Tulsa, OK
Pickup Nov 24, 06:00 – 14:00
Destination
Denver, CO
Dropoff Nov 25, 08:00 – 15:00
Distance
694 miles
Rate
Call
Reference ID
TUL8841
=> equipment Step deck | fullPartial full | lengthFeet 48 | weightPounds 30000 | origin Tulsa, OK
| pickup 2026-11-24 06:00 | pickupUntil 2026-11-24 14:00 | dest Denver, CO | delivery 2026-11-25 08:00
| deliveryUntil 2026-11-25 15:00 | tripMiles 694 | reference TUL8841`,
  `ORIGIN: GREEN BAY, WI
DEST: KANSAS CITY, MO
AVAIL: 11/25
TRUCK: VR
FULL/PARTIAL: FULL
LENGTH: 53
WEIGHT: 44000
COMMENTS: CALL W/ MC# AND EMPTY TIME
REF ID: GB2291
CONTACT: (555) 010-0110
=> origin Green Bay, WI | dest Kansas City, MO | pickup 2026-11-25 | equipment Van or reefer | fullPartial full
| lengthFeet 53 | weightPounds 44000 | comments CALL W/ MC# AND EMPTY TIME | reference GB2291
| phone (555) 010-0110`,
  `Rate\tTrip\tOrigin\tDestination\tPickup\tTruck\tF/P\tLength\tWeight\tCompany
-\t-\tMiami, FL\tZone 1\t11/21\tV\tP\t20 ft\t12,000 lbs\tPalm Row Logistics
=> origin Miami, FL | pickup 2026-11-21 | equipment Van | fullPartial partial | lengthFeet 20 | weightPounds 12000
| company Palm Row Logistics`,
  `Elizabeth, NJ\t(9)\tCharlotte, NC\t(22)\t624\t11/23\tV\tF\t53\t40000\tDelancey Freight Group\t$1,500\t95 CS\t19 DTP
=> origin Elizabeth, NJ | deadheadMiles 9 | dest Charlotte, NC | tripMiles 624 | pickup 2026-11-23 | equipment Van
| fullPartial full | lengthFeet 53 | weightPounds 40000 | company Delancey Freight Group | rate $1,500
| creditScore 95 | daysToPay 19`,
  `Pick up
Bakersfield, CA
Tomorrow, 07:00 AM
Drop off
Seattle, WA
Nov 24, 05:00 AM
1,011 mi
Reefer, 53 ft
42,000 lbs
Full
$3,900
$3.86/mi
Valley Crown Logistics
MC 551204
=> origin Bakersfield, CA | pickup 2026-11-21 07:00 | dest Seattle, WA | delivery 2026-11-24 05:00 | tripMiles 1011
| equipment Reefer | lengthFeet 53 | weightPounds 42000 | fullPartial full | rate $3,900
| company Valley Crown Logistics | mc 551204`,
  `Details
Equipment: PO - Power Only
Load Type: Full
Pickup Date(s): 11/22/26
Origin: Louisville, KY
Destination: Atlanta, GA
Length: 53 ft
Weight: 20,000 lbs
Commodity: Dry goods, preloaded trailer
Trip: 421 mi
Rate: $1,100 flat
Factorable: Yes
Credit Score: 84
=> equipment Power only | fullPartial full | pickup 2026-11-22 | origin Louisville, KY | dest Atlanta, GA
| lengthFeet 53 | weightPounds 20000 | commodity Dry goods, preloaded trailer | tripMiles 421 | rate $1,100
| creditScore 84`,
  `Origin: Mobile, AL  Destination: Baton Rouge, LA  Pickup: 11/24  Equipment: F  Weight: 47,500 lbs  Trip: 198 mi  Rate: $900  Company: Azalea Freight  Phone: 555.010.0124
=> origin Mobile, AL | dest Baton Rouge, LA | pickup 2026-11-24 | equipment Flatbed | weightPounds 47500
| tripMiles 198 | rate $900 | company Azalea Freight | phone 555.010.0124`,
  `Van
Full
53 ft
45,000 lbs
Gary, IN
11/23
07:00-15:00
Roanoke, VA
11/24
08:00
566 mi
$1,700 total
Ironbridge Logistics, Inc.
MC# 440918 · DOT# 2214409
dispatch@ironbridge.example
=> equipment Van | fullPartial full | lengthFeet 53 | weightPounds 45000 | origin Gary, IN | pickup 2026-11-23 07:00
| pickupUntil 2026-11-23 15:00 | dest Roanoke, VA | delivery 2026-11-24 08:00 | tripMiles 566 | rate $1,700
| company Ironbridge Logistics, Inc. | mc 440918 | dot 2214409 | email dispatch@ironbridge.example`,
  `RM\tFull\tOntario, CA → Bensenville, IL\t1,981 mi\t11/21\t$7,200\tExpress Ridge LLC
Comments: TEAM ONLY, hard appt 11/23 06:00
=> special Team | fullPartial full | origin Ontario, CA | dest Bensenville, IL | tripMiles 1981 | pickup 2026-11-21
| rate $7,200 | company Express Ridge LLC | equipment Reefer with team | comments TEAM ONLY, hard appt 11/23 06:00`,
  `Posted 11/19/26 4:12 PM
Origin El Paso, TX
Destination Nogales, AZ
Available 11/21/26
Truck type V
Size Full
Miles 338
Weight 36,000
Rate $1,050
Posted by Mesa Verde Transport
Phone (555) 010-0135 ext. 22
=> origin El Paso, TX | dest Nogales, AZ | pickup 2026-11-21 | equipment Van | fullPartial full | tripMiles 338
| weightPounds 36000 | rate $1,050 | company Mesa Verde Transport | phone (555) 010-0135 ext. 22`,
  `HOTSHOT: F (hotshot), 30 ft, 9,800 lbs, partial
Midland, TX to Carlsbad, NM, 133 mi, today
$475
Permian Run Logistics (555) 010-0156
=> equipment Flatbed, hotshot | lengthFeet 30 | weightPounds 9800 | fullPartial partial | origin Midland, TX
| dest Carlsbad, NM | tripMiles 133 | pickup 2026-11-20 | rate $475 | company Permian Run Logistics
| phone (555) 010-0156`,
  `Origin	Dest	Pickup	Truck	Trip	Weight	Length	Rate	RPM	Company	Ref
Cedar Rapids, IA	Little Rock, AR	11/23	R	559	42,700	53	$1,950	$3.49	Prairie Crest Foods	CR-1180
=> origin Cedar Rapids, IA | dest Little Rock, AR | pickup 2026-11-23 | equipment Reefer | tripMiles 559
| weightPounds 42700 | lengthFeet 53 | rate $1,950 | company Prairie Crest Foods | reference CR-1180`,
  `Age: —
Origin: Spartanburg, SC
Dest: —
Pickup: 11/24
Rate: —
Weight: — lbs
Length: — ft
Company: Carolina Foothill Brokers
=> origin Spartanburg, SC | pickup 2026-11-24 | company Carolina Foothill Brokers`,
]
