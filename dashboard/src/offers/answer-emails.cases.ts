/** Carriers' answers by email to a posting from Kansas City to Chicago, with invented content; each with what it states. */
export const answerEmails: string[] = [
  `Hi Dana,

Can do $1350 on KC to Chicago tomorrow, ref B20417. 53' dry van, truck is out of Topeka KS, driver calls me when he's unloaded.

Thanks
Two Rivers Transport
MC# 553918
=> ask $1,350 | carrier Two Rivers Transport | mc 553918 | equipment Van | length 53 | emptyIn Topeka, KS
| reference B20417`,
  `Good afternoon,

I have a 53 ft van empty in Olathe, KS today at 6:30 PM. I need $1,250 all in.

Grace Holt
Cottonwood Freight LLC
MC 245810 / USDOT 1842210
(816) 555-0142
grace@cottonwood.example
=> ask $1,250 | carrier Cottonwood Freight LLC | mc 245810 | equipment Van | length 53 | emptyIn Olathe, KS
| emptyOn 2026-11-23 18:30 | email grace@cottonwood.example | phone (816) 555-0142`,
  `From: Redbud Carriers Dispatch <dispatch@redbud.example>
Sent: Monday, November 23, 2026 2:41 PM
To: Dana Whitfield <dana@quillon.example>
Subject: RE: Kansas City, MO to Chicago, IL - Ref# B20417

Dana, 1275 and it's yours. Driver is empty now in Kansas City, MO. Dry van, air ride.

Ray Colton
Redbud Carriers
MC-688120
O: 913-555-0117
=> ask $1,275 | carrier Redbud Carriers | mc 688120 | equipment Van | emptyIn Kansas City, MO | emptyOn now
| reference B20417 | email dispatch@redbud.example | phone 913-555-0117`,
  `Hello Dana

Rate: $1,300
Truck: 53' van
Empty: Lee's Summit, MO
When: Tue 11/24 6:00 AM
MC: 901447

Slate Run Trucking
=> ask $1,300 | carrier Slate Run Trucking | mc 901447 | equipment Van | length 53 | emptyIn Lee's Summit, MO
| emptyOn 2026-11-24 06:00`,
  `Dana,

we have a reefer that can haul dry, empty in St. Joseph, MO Tuesday 7am. Looking for 1325.

Bluestem Haulers Inc.
MC# 774305

On Mon, Nov 23, 2026 at 2:10 PM Dana Whitfield <dana@quillon.example> wrote:
> Kansas City, MO to Chicago, IL, Tue 11/24 8 AM
> 53' van, 42,000 lbs, paying $1,225
> Dana Whitfield, Quillon Logistics, MC 812004, (555) 010-0142
=> ask $1,325 | carrier Bluestem Haulers Inc. | mc 774305 | equipment Reefer | emptyIn St. Joseph, MO
| emptyOn 2026-11-24 07:00`,
  `Your $1,225 is light for that lane. I would need $1,375 to send him. Van is unloading in Wichita, KS and will be empty at 9pm tonight.

Tom Harlan
Harlan Bros. Freight
tom@harlanbros.example
=> ask $1,375 | carrier Harlan Bros. Freight | equipment Van | emptyIn Wichita, KS | emptyOn 2026-11-23 21:00
| email tom@harlanbros.example`,
  `1400 all in, empty now in Columbia, MO.

Juniper Gap Lines, MC 830266
=> ask $1,400 | carrier Juniper Gap Lines | mc 830266 | emptyIn Columbia, MO | emptyOn now`,
  `---------- Forwarded message ---------
From: Ridgeback Express <loads@ridgeback.example>
Date: Mon, Nov 23, 2026 at 1:12 PM
Subject: Re: KC to Chicago B20417
To: <dana@quillon.example>

Hi, we can cover for $1450. Empty Olathe, KS tomorrow 8:00 am, 53ft dry van, driver Luis.

Ridgeback Express MC617052
=> ask $1,450 | carrier Ridgeback Express | mc 617052 | equipment Van | length 53 | emptyIn Olathe, KS
| emptyOn 2026-11-24 08:00 | reference B20417 | email loads@ridgeback.example`,
  `Hi there,

I can run it at $2.85/mi. Truck will be empty in Omaha, NE Tue 5 AM, 53 foot dry van with 100k cargo insurance.

Best regards,
Ivory Mesa Transport
MC#402981
Phone: 402.555.0163
Cargo $100,000 / liability $1,000,000
=> ask $2.85/mi | carrier Ivory Mesa Transport | mc 402981 | equipment Van | length 53 | emptyIn Omaha, NE
| emptyOn 2026-11-24 05:00 | phone 402.555.0163`,
  `Is this still available? What's the best you can do on the rate? I have a van in Kansas City, MO empty today 5pm.

Pike Hollow Trucking
MC 719640
=> carrier Pike Hollow Trucking | mc 719640 | equipment Van | emptyIn Kansas City, MO | emptyOn 2026-11-23 17:00`,
  `Interested in your load, please call me with details. We run dry vans.

Sand Hill Carriers
dispatch office 785-555-0151
=> carrier Sand Hill Carriers | equipment Van | phone 785-555-0151`,
  `Hi Dana - we have a 48' flatbed empty now in Lawrence, KS if you can load it on an open deck. Let me know.

Fenwick Motor Lines
MC 588734
=> carrier Fenwick Motor Lines | mc 588734 | equipment Flatbed | length 48 | emptyIn Lawrence, KS | emptyOn now`,
  `Good morning Dana,

Got two trucks for you:
1) 53' van empty in Liberty, MO now, $1,300
2) 53' reefer empty in Sedalia, MO tomorrow 6am, $1,400

Both under MC 655120. Pick one.

Marla
Osage Point Logistics Carriers LLC
marla@osagepoint.example
=> ask $1,300 + $1,400 | carrier Osage Point Logistics Carriers LLC | mc 655120 | equipment Van + Reefer | length 53
| emptyIn Liberty, MO + Sedalia, MO | emptyOn now + 2026-11-24 06:00 | email marla@osagepoint.example`,
  `Dana

We're based in Des Moines, IA and run your lane every week. Could do 1500 with a pickup tomorrow morning, can be there at 8.

Prairie Bell Transportation
MC 497733
=> ask $1,500 | carrier Prairie Bell Transportation | mc 497733`,
  `Subject: Re: Load B20417

$1,350.00

Truck# 118
53' dry van
Empty in Topeka, KS 66604 at 14:00 on 11/24

Regards,

Sunflower State Trucking, Inc.
MC# 366211 DOT# 991204
Cell: (785) 555-0119
dispatch@sunflowerstate.example

CONFIDENTIALITY NOTICE: This email and any files transmitted with it are confidential and intended solely for the use of the individual to whom they are addressed. If you have received this email in error, call (785) 555-0100.
=> ask $1,350 | carrier Sunflower State Trucking, Inc. | mc 366211 | equipment Van | length 53
| emptyIn Topeka, KS 66604 | emptyOn 2026-11-24 14:00 | reference B20417 | email dispatch@sunflowerstate.example
| phone (785) 555-0119`,
  `Hey Dana,

Best I can do is 1,425, 1,375 if you can push pickup to Wednesday. Step deck won't work right? I also have a van in Emporia KS, empty tomorrow at noon.

Flint Ridge Freight
mc 508119
=> ask $1,425 + $1,375 | carrier Flint Ridge Freight | mc 508119 | equipment Step deck + Van | emptyIn Emporia, KS
| emptyOn 2026-11-24 12:00`,
  `Hi,
We'd like to book load # B20417.
Our rate is 1300 USD. TONU is $250, detention $50/hr after 2 hours.
Truck: dry van 53', available 11/24 07:30 in Independence, MO.

Vera Stone
Kestrel Hauling
MC: 721180
vera@kestrelhauling.example | 816-555-0188 ext 4
=> ask $1,300 | carrier Kestrel Hauling | mc 721180 | equipment Van | length 53 | emptyIn Independence, MO
| emptyOn 2026-11-24 07:30 | reference B20417 | email vera@kestrelhauling.example | phone 816-555-0188 ext 4`,
  `Thank you for the offer but we have nothing in the area before Thursday.

Lone Elm Carriers
MC 480021
=> carrier Lone Elm Carriers | mc 480021`,
  `We will take it at your posted rate of $1,225. Van 53. Driver unloads in Shawnee, KS at 4:45 pm today.

Copper Fork Transport LLC
MC 613377
Sent from my iPhone
=> ask $1,225 | carrier Copper Fork Transport LLC | mc 613377 | equipment Van | length 53 | emptyIn Shawnee, KS
| emptyOn 2026-11-23 16:45`,
  `From: "Nadia Brandt" <nadia@hollowcreek.example>
To: dana@quillon.example
Date: Mon, 23 Nov 2026 13:58:20 -0600
Subject: Re: KC-CHI 11/24

Asking 1350 on this. My driver delivers in Edwardsville, KS tomorrow at 5 AM and is empty after that.

Nadia Brandt
Hollow Creek Trucking
=> ask $1,350 | carrier Hollow Creek Trucking | emptyIn Edwardsville, KS | emptyOn 2026-11-24 05:00
| email nadia@hollowcreek.example`,
]
