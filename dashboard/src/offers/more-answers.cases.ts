/** Thirty-five answers that were written after the reader was, and used to improve it. */
export const moreAnswers: string[] = [
  `Good morning, we can help with this one at $1,310.00. I have a 53' Dry Van that will be MT in Independence, MO today around 3pm.

Thank you,
Paula Reyes
Dispatcher | Stony Brook Trucking LLC
MC# 911204 | DOT# 2811093
p: 816-555-0121 | paula@stonybrook.example
=> ask $1,310 | carrier Stony Brook Trucking LLC | mc 911204 | equipment Van | length 53 | emptyIn Independence, MO
| emptyOn 2026-11-23 15:00 | email paula@stonybrook.example | phone 816-555-0121`,
  `1275 out the door. van in KC now
=> ask $1,275 | equipment Van | emptyIn Kansas City, MO | emptyOn now`,
  `Load B20417 - can do for $1,400, driver will be unloaded in St. Louis, MO by 10 AM tomorrow, 53' reefer, clean and dry.
Wren Valley Transport, MC 377410
=> ask $1,400 | carrier Wren Valley Transport | mc 377410 | equipment Reefer | length 53 | emptyIn St. Louis, MO
| emptyOn 2026-11-24 10:00 | reference B20417`,
  `Can you get to 1450? If so I'll send the setup packet.

Gil
Harrow & Vane Logistics Inc
=> ask $1,450 | carrier Harrow & Vane Logistics Inc`,
  `Hello, is it still open? I have a flatbed with conestoga in Salina KS
=> equipment Flatbed | emptyIn Salina, KS`,
  `$1,500
Empty: Tue 0900
Location: Des Moines, IA
Trailer: 53 ft reefer
MC 640018
Nightjar Express
=> ask $1,500 | carrier Nightjar Express | mc 640018 | equipment Reefer | length 53 | emptyIn Des Moines, IA
| emptyOn 2026-11-24 09:00`,
  `Dana we ran this Friday for 1250 with you, can do the same again. Truck's in Belton, MO, empty.
Cedar Bluff Carriers
=> ask $1,250 | carrier Cedar Bluff Carriers | emptyIn Belton, MO`,
  `Please see below.

From: Petra Lang <petra@milltown.example>
Sent: Monday, November 23, 2026 1:05 PM
To: Dana Whitfield
Subject: RE: B20417

We would do 1,375 all in. Truck empty in Lenexa, KS 11/24 6am
=> reference B20417`,
  `what's it paying? mc 801177
=> mc 801177`,
  `2.65 rpm and I'll roll. Empty Fort Scott, KS tonight 8pm. Dry van 53. Call Sam 620-555-0144
=> ask $2.65/mi | equipment Van | length 53 | emptyIn Fort Scott, KS | emptyOn 2026-11-23 20:00 | phone 620-555-0144`,
  `Hi Dana,
MC 512890, Old Mill Freight Lines
Truck is a 26' box truck, 10,000 lbs max
Asking: 950
Empty now: Gardner, KS
=> ask $950 | carrier Old Mill Freight Lines | mc 512890 | equipment Straight box truck | length 26
| emptyIn Gardner, KS | emptyOn now`,
  `Sorry Dana, driver is out of hours until Wednesday. Can pick up Wed 11/25 at 7am for 1300 if that works
=> ask $1,300`,
  `good afternoon I have 2 dry vans available tomorrow morning in Kansas City, KS need 1350 each
Marquez Bros Trucking
=> ask $1,350 | carrier Marquez Bros Trucking | equipment Van | emptyIn Kansas City, KS | emptyOn 2026-11-24`,
  `>> Kansas City, MO to Chicago, IL, Tue 11/24, $1,225
1300 👌 Heron Lake Hauling mc#288310
=> ask $1,300 | carrier Heron Lake Hauling | mc 288310`,
  `Rate $1,345 - Truck 53V - Empty Platte City MO 11/23 1800 - MC 459902
=> ask $1,345 | equipment Van | length 53 | emptyIn Platte City, MO | emptyOn 2026-11-23 18:00 | mc 459902`,
  `I'm 40 min from the shipper, driver has 8 hours left. 1290?
=> ask $1,290`,
  `Hi, quick quote from Basin & Peak Transportation (MC 733051): line haul 1,150 plus fuel 150, total 1,300.
=> ask $1,300 | carrier Basin & Peak Transportation | mc 733051`,
  `Step deck available now Ottawa KS, tarps on board, 1425
=> ask $1,425 | equipment Step deck | emptyIn Ottawa, KS | emptyOn now`,
  `Thanks but we only run power only now.
Lantern Hill Logistics
MC-600712
=> carrier Lantern Hill Logistics | mc 600712 | equipment Power only`,
  `Dana, at what time do they load? My guy drops in Grain Valley, MO at 2:30 pm tomorrow. Would need $1,360.

Ilse
Quarry Road Transport
(816) 555-0109
=> ask $1,360 | carrier Quarry Road Transport | emptyIn Grain Valley, MO | emptyOn 2026-11-24 14:30
| phone (816) 555-0109`,
  `Dana,

Thanks for the call. As discussed $1,330 all in on B20417, truck 53 ft dry van (swing doors), empty tomorrow 7:30 AM in Leavenworth, KS.

Please send the rate con to dispatch@pinegap.example.

Pine Gap Transport LLC
MC 845501
Office 913-555-0160
=> ask $1,330 | carrier Pine Gap Transport LLC | mc 845501 | equipment Van | length 53 | emptyIn Leavenworth, KS
| emptyOn 2026-11-24 07:30 | reference B20417 | email dispatch@pinegap.example | phone 913-555-0160`,
  `we can do it for 1375 with the reefer, unit is in Warrensburg MO right now unloading
=> ask $1,375 | equipment Reefer | emptyIn Warrensburg, MO`,
  `Is there a lumper? Asking because last time it cost us $180. Otherwise $1,300 flat.

Thistle Creek Hauling | MC 690775
=> ask $1,300 | carrier Thistle Creek Hauling | mc 690775`,
  `From: Saddle Ridge Logistics <ops@saddleridge.example>
Date: Mon, Nov 23, 2026 at 11:20 AM
Subject: Re: Kansas City to Chicago
To: Dana Whitfield <dana@quillon.example>

1,400

On Mon, Nov 23, 2026 at 11:02 AM Dana Whitfield <dana@quillon.example> wrote:

> What would you need on this? MC 812004
=> ask $1,400 | carrier Saddle Ridge Logistics | email ops@saddleridge.example`,
  `good for 1285 💪 dry van, Harrisonville MO, empty 4pm today, mc 510044
=> ask $1,285 | equipment Van | emptyIn Harrisonville, MO | emptyOn 2026-11-23 16:00 | mc 510044`,
  `I need to know the weight first. Dispatch: (417) 555-0166
=> phone (417) 555-0166`,
  `Hello Dana, driver will be available Wednesday only, so not this one. Keep us posted on Chicago loads.
Morgan - Two Bridges Trucking MC 430980
=> carrier Two Bridges Trucking | mc 430980 | emptyOn 2026-11-25`,
  `$2.75 per mile, 53' van, empty St Joseph MO 11/24 at 6:00
=> ask $2.75/mi | equipment Van | length 53 | emptyIn St Joseph, MO | emptyOn 2026-11-24 06:00`,
  `Offer: $1,420
Carrier: Fox Hollow Carriers, Inc.
MC#: 765533
Equipment: Reefer 53'
Empty location: Omaha, NE
Empty time: 11/24/2026 05:00
Contact: Lena, 402-555-0112, lena@foxhollow.example
=> ask $1,420 | carrier Fox Hollow Carriers, Inc. | mc 765533 | equipment Reefer | length 53 | emptyIn Omaha, NE
| emptyOn 2026-11-24 05:00 | phone 402-555-0112 | email lena@foxhollow.example`,
  `Yes we can cover. What is the max you can pay on it?
Bright Mesa Express MC 559914
=> carrier Bright Mesa Express | mc 559914`,
  `My truck delivers in Topeka at noon tomorrow, could load in KC by 2. 1350 works for us. 53 dry van.
=> ask $1,350 | equipment Van | length 53 | emptyIn Topeka, KS | emptyOn 2026-11-24 12:00`,
  `Can't do 1225. 1325 is my bottom line, power only available Olathe KS.
=> ask $1,325 | equipment Power only | emptyIn Olathe, KS`,
  `Ours is a 48 ft step deck w/ tarps. 1,500 all-in, empty in Wichita KS tonight.
Rolling Plains Motor Lines, USDOT 1200345, MC 334455
=> ask $1,500 | carrier Rolling Plains Motor Lines | mc 334455 | equipment Step deck | length 48
| emptyIn Wichita, KS | emptyOn 2026-11-23`,
  `Interested, 13 hundred, van empty in Edgerton KS 2 pm
=> ask $1,300 | equipment Van | emptyIn Edgerton, KS | emptyOn 14:00`,
  `Hi! Two vans, Grandview MO and Lee's Summit MO, both empty now. $1,290 each.
Cardinal Fork Freight LLC
=> ask $1,290 | carrier Cardinal Fork Freight LLC | equipment Van | emptyIn Grandview, MO + Lee's Summit, MO
| emptyOn now`,
]
