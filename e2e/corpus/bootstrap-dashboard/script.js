bootstrap.Collapse.getOrCreateInstance('#more').show();
mark(`bootstrap ${bootstrap.Tooltip.VERSION}`);
