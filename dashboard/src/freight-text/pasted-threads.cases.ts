/** Emails with quoted messages, long signatures or lists of several loads, with invented content. */
export const pastedThreads: string[] = [
  `Yes still available. $2,400 is the best I can do, 44k lbs of paper rolls, picks tomorrow 8-3 FCFS, delivers Monday by noon.

Dana Whitfield
Quillon Logistics
(555) 010-0142

On Fri, Nov 20, 2026 at 9:14 AM Maria Delgado <maria@redbud.example> wrote:
> Hi,
> Is Joliet, IL to Dallas, TX on 11/21 still available? Ref# Q48213
> We ask $2,700. Van empty in Elgin, IL.
> MC 123456
> Redbud Carriers (555) 010-0199
=> rate $2,400 | weightPounds 44000 | commodity paper rolls | pickup 2026-11-21 08:00 | pickupUntil 2026-11-21 15:00
| delivery 2026-11-23 12:00 | company Quillon Logistics | phone (555) 010-0142 | origin Joliet, IL | dest Dallas, TX
| reference Q48213 | equipment Van`,
  `From: Tom Reyes <tom@rivergate.example>
Sent: Friday, November 20, 2026 10:02 AM
To: dispatch@redbud.example
Subject: RE: Memphis, TN to Newark, NJ

3,400 all in. PU Monday 0800-1600, DEL Wed 0600 appt. 42k general merch.

Tom
Rivergate Brokerage LLC | MC 778120

From: dispatch@redbud.example
Sent: Friday, November 20, 2026 9:40 AM
To: Tom Reyes
Subject: Memphis, TN to Newark, NJ

What's the rate and weight? MC 123456, (555) 010-0199
=> email tom@rivergate.example | origin Memphis, TN | dest Newark, NJ | rate $3,400 | pickup 2026-11-23 08:00
| pickupUntil 2026-11-23 16:00 | delivery 2026-11-25 06:00 | weightPounds 42000 | commodity general merch
| company Rivergate Brokerage LLC | mc 778120`,
  `$1800

FCFS both sides.

43500lbs

> On Nov 20, 2026, at 8:26 AM, Dispatch wrote:
>
> any word on Ft Dodge, IA to Henderson, NC?
> MC 123456
=> rate $1,800 | weightPounds 43500 | origin Ft Dodge, IA | dest Henderson, NC`,
  `11/24 13:00-14:00

11/27 06:00-17:00

1675 loaded miles

25k lbs automotive racks

How much to move your truck?

-----Original Message-----
From: Octagon Dispatch
Subject: El Paso, TX to Highland Park, MI
More info please
=> pickup 2026-11-24 13:00 | pickupUntil 2026-11-24 14:00 | delivery 2026-11-27 06:00 | deliveryUntil 2026-11-27 17:00
| tripMiles 1675 | weightPounds 25000 | commodity automotive racks | origin El Paso, TX | dest Highland Park, MI`,
  `Pick up FCFS tomorrow 8-4.

Drop Wednesday 8-4.

29000 pounds of rubber bushing.

I need a truck at $3900 to book this.

Must strap down freight in trailer and send me pictures once loaded.

Thanks,

Anders
Granite Rock Freight

---
From: Dispatch
Subject: Santa Fe Springs, CA Berea, KY
More info pls
=> pickup 2026-11-21 08:00 | pickupUntil 2026-11-21 16:00 | delivery 2026-11-25 08:00 | deliveryUntil 2026-11-25 16:00
| weightPounds 29000 | commodity rubber bushing | rate $3,900 | company Granite Rock Freight
| origin Santa Fe Springs, CA | dest Berea, KY`,
  `Good morning! Here are our loads for Monday 11/23:

1) Atlanta, GA to Orlando, FL - Van - 42,000 lbs - $1,200
2) Atlanta, GA to Nashville, TN - Van - 38,000 lbs - $800
3) Savannah, GA to Charlotte, NC - Reefer - 40,000 lbs - $1,150

Call or email for details.
Peachgrove Logistics
(555) 010-0166
loads@peachgrove.example
=> loads 3 | pickup 2026-11-23 | origin Atlanta, GA | dest Orlando, FL | equipment Van | weightPounds 42000
| rate $1,200 | company Peachgrove Logistics | phone (555) 010-0166 | email loads@peachgrove.example`,
  `AVAILABLE LOADS

Omaha, NE - Denver, CO  11/23  R  43k  $1,450
Omaha, NE - Chicago, IL  11/23  R  44k  $1,300
Lincoln, NE - Dallas, TX  11/24  R  42k  $1,900
Sioux City, IA - Memphis, TN  11/24  R  43k  $2,050

Plains Cold Chain, 555-010-0190
=> loads 4 | origin Omaha, NE | dest Denver, CO | pickup 2026-11-23 | equipment Reefer | weightPounds 43000
| rate $1,450 | company Plains Cold Chain | phone 555-010-0190`,
  `Load 1:
Pickup: Kansas City, KS 11/23 9am
Delivery: Tulsa, OK 11/23 5pm
Weight: 20,000 lbs
Rate: $900

Load 2:
Pickup: Wichita, KS 11/24
Delivery: Amarillo, TX 11/25
Weight: 44,000 lbs
Rate: $1,350

Both dry van.
=> loads 2 | origin Kansas City, KS | pickup 2026-11-23 09:00 | dest Tulsa, OK | delivery 2026-11-23 17:00
| weightPounds 20000 | rate $900 | equipment Van`,
  `Sent from my iPhone

Begin forwarded message:

From: Lena Ortiz <lena@bluemesa.example>
Subject: Farmington, NM to Odessa, TX
Date: November 20, 2026 at 7:58 AM

Farmington, NM to Odessa, TX
Picks 11/21, drops 11/22
Flatbed 48', 44,000# pipe
$1,600

Lena Ortiz | Blue Mesa Transport LLC
Office 555-010-0144
=> email lena@bluemesa.example | origin Farmington, NM | dest Odessa, TX | pickup 2026-11-21 | delivery 2026-11-22
| equipment Flatbed | lengthFeet 48 | weightPounds 44000 | commodity pipe | rate $1,600
| company Blue Mesa Transport LLC | phone 555-010-0144`,
  `Load #55102 details below.

Origin: Terre Haute, IN
Destination: Allentown, PA
PU: 11/23 10am
DEL: 11/24 2pm
Van / 36,000 lbs / 640 mi
$1,850

CONFIDENTIALITY NOTICE: This email and its attachments may hold confidential information. If you received it in error, call (555) 010-0100 and delete it. Carriers must keep $1,000,000 auto liability and $100,000 cargo insurance. Detention is $40 per hour after two free hours.
=> reference 55102 | origin Terre Haute, IN | dest Allentown, PA | pickup 2026-11-23 10:00 | delivery 2026-11-24 14:00
| equipment Van | weightPounds 36000 | tripMiles 640 | rate $1,850 | phone (555) 010-0100`,
  `Are you able to run this at 2,950?

Rockford, IL 61104 to Reading, PA 19605, 11/24 07:00

Marcus Lee
Senior Carrier Representative
Kishwaukee Freight Solutions
1400 Harbor Blvd, Rockford, IL 61107
Direct: 555-010-0111 | Fax: 555-010-0112 | After hours: 555-010-0113
www.kishwaukee.example | marcus@kishwaukee.example
MC-905512 | DOT 3301877
=> rate $2,950 | origin Rockford, IL 61104 | dest Reading, PA 19605 | pickup 2026-11-24 07:00
| company Kishwaukee Freight Solutions | phone 555-010-0111 | email marcus@kishwaukee.example | mc 905512 | dot 3301877`,
  `Original rate was $1,900, I can now do $2,150.

Lakeland, FL to Dothan, AL
Mon 11/23 10:00
Reefer / 38,000
Sunstate Cold Freight
=> rate $2,150 | origin Lakeland, FL | dest Dothan, AL | pickup 2026-11-23 10:00 | equipment Reefer
| weightPounds 38000 | company Sunstate Cold Freight`,
  `Hello Carrier Partner,

Reno, NV → Boise, ID | Nov 23 | Flatbed | 423 mi | $1,160
Reno, NV → Elko, NV | Nov 23 | Flatbed | 290 mi | $850

Reply to this email or call 555-010-0163 to book.
You are receiving this email because you are in the carrier network of Tamarack Freight. Unsubscribe
=> loads 2 | origin Reno, NV | dest Boise, ID | pickup 2026-11-23 | equipment Flatbed | tripMiles 423 | rate $1,160
| phone 555-010-0163 | company Tamarack Freight`,
  `Re: Re: Cheyenne WY - Wichita KS

OK let's do 1450. Pick up is 11/24 at 0900, delivery 11/25 at 1300, 30,000 lbs of drywall on a flatbed.

Jo
High Plains Brokerage

> Can you do $1,600?
> --
> Redbud Carriers, MC 123456, maria@redbud.example
=> origin Cheyenne, WY | dest Wichita, KS | rate $1,450 | pickup 2026-11-24 09:00 | delivery 2026-11-25 13:00
| weightPounds 30000 | commodity drywall | equipment Flatbed | company High Plains Brokerage`,
  `Subject: Available Loads 11/20

Origin          Destination       Date    Equip   Rate
Compton, CA     Tucson, AZ        11/21   Van     $1,150
Compton, CA     Las Vegas, NV     11/21   Van     $750

Harborside Cartage
=> loads 2 | origin Compton, CA | dest Tucson, AZ | pickup 2026-11-21 | equipment Van | rate $1,150
| company Harborside Cartage`,
  `URGENT – truck fell off!
Pick up NOW in Erie, PA, deliver tomorrow 10 AM in Brockton, MA
22 skids, 31,000 lbs, dry van
Money: $2,000 firm
Call Kim 555-010-0157
Presque Isle Logistics
=> pickup 2026-11-20 | origin Erie, PA | delivery 2026-11-21 10:00 | dest Brockton, MA | weightPounds 31000
| equipment Van | rate $2,000 | phone 555-010-0157 | company Presque Isle Logistics`,
  `Hey Maria, regarding the truck in Elgin, IL: I have Bolingbrook, IL to Mason City, IA tomorrow at 6 am, 350 miles, 12,000 lbs, $1,000. -Dana
=> origin Bolingbrook, IL | dest Mason City, IA | pickup 2026-11-21 06:00 | tripMiles 350 | weightPounds 12000
| rate $1,000`,
]
