-- The newest retail fuel price of each area, from the US Energy Information Administration.

create table fuel_price (
  -- US, a PADD such as PADD1A, a state, or a city with its state: "Houston, TX".
  area text not null,
  product text not null constraint fuel_price_product_known
    check (product in ('gasoline', 'midGrade', 'premium', 'diesel')),
  -- In dollars per US gallon.
  price numeric(6, 3) not null,
  as_of date not null,
  fetched_at timestamptz not null,
  primary key (area, product)
);
